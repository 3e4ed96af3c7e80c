/*
 * Sends the fleet's fixes at a given rate, every tenth of them one of the sentinel, which moves with each; and says how long it takes
 * from the publish of such a fix until its event has arrived.
 *
 * One thread does both, so that one clock counts. It waits for the next moment or the next message, whichever comes first, to the
 * microsecond: a wait in whole milliseconds would send in bursts.
 */
#include "fleet.h"

#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { share = 10, patience = 30 /* seconds */, most_samples = 1 << 20 };

static struct mosquitto *client;
static int qos, subscribed;
static long sent, asked, answered, counted_from = -1;
static double asked_at[most_samples], taken[most_samples];

static void fail(const char *what) {
    fprintf(stderr, "latency: %s (sent %ld, asked %ld, answered %ld)\n", what, sent, asked, answered);
    exit(69);
}

static void check(int status, const char *call) {
    if (status == MOSQ_ERR_SUCCESS) return;
    fprintf(stderr, "latency: %s: %s\n", call, mosquitto_strerror(status));
    exit(69);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Events of one device and fence arrive in the order of its fixes. */
static void on_message(struct mosquitto *from, void *context, const struct mosquitto_message *message) {
    char device[32];
    (void)from, (void)context;
    if (sscanf(message->topic, "geofence/event/%31[^/]/", device) != 1 || strcmp(device, "sentinel") != 0) return;
    if (counted_from >= 0 && answered < asked) taken[answered - counted_from] = now() - asked_at[answered - counted_from];
    answered++;
}

static void on_connect(struct mosquitto *from, void *context, int reason) {
    (void)context;
    if (reason) fail("the broker refused");
    check(mosquitto_subscribe(from, NULL, "geofence/event/#", 1), "subscribe");
}

static void on_subscribe(struct mosquitto *from, void *context, int id, int count, const int *granted) {
    (void)from, (void)context, (void)id, (void)count;
    if (granted[0] >= 128) fail("the broker refused the subscription");
    subscribed = 1;
}

/* Reads and writes what can be, after waiting until a moment at most. */
static void turn(double until) {
    struct pollfd descriptor = {.fd = mosquitto_socket(client), .events = POLLIN};
    if (mosquitto_want_write(client)) descriptor.events |= POLLOUT;
    double wait = until - now();
    if (wait < 0) wait = 0;
    struct timespec timeout = {.tv_sec = (time_t)wait, .tv_nsec = (long)((wait - (double)(time_t)wait) * 1e9)};
    if (ppoll(&descriptor, 1, &timeout, NULL) < 0 && errno != EINTR) fail("poll");
    if (descriptor.revents & (POLLIN | POLLHUP | POLLERR)) {
        check(mosquitto_loop_read(client, 1), "read");
        /* A broker with Nagle's algorithm waits for this: what is measured is the subject's part of such waits. */
        if (setsockopt(descriptor.fd, IPPROTO_TCP, TCP_QUICKACK, &(int){1}, sizeof(int)) < 0) fail("quick acknowledgements");
    }
    if (mosquitto_want_write(client)) check(mosquitto_loop_write(client, 1), "write");
    check(mosquitto_loop_misc(client), "misc");
}

static void connect_to(int port) {
    client = mosquitto_new("latency", true, NULL);
    if (!client) fail("no memory");
    check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5), "protocol");
    check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "no delay"); /* the broker does the same */
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    mosquitto_subscribe_callback_set(client, on_subscribe);
    check(mosquitto_connect(client, "127.0.0.1", port, 60), "connect");
    while (!subscribed) turn(now() + 0.1);
}

static void send_fix(int device, long moves, long step) {
    char topic[64], payload[128];
    device_topic(device, topic, sizeof topic);
    int length = fix_payload(device_place(device, moves, (unsigned long)step), step, payload, sizeof payload);
    sent++;
    check(mosquitto_publish(client, NULL, topic, length, payload, qos, false), "publish");
}

static void ask(void) {
    static long step;
    step++;
    if (counted_from >= 0) asked_at[asked - counted_from] = now();
    asked++;
    send_fix(sentinel, step, step);
}

static void rest(double duration) {
    for (double end = now() + duration; now() < end;) turn(end);
}

/* Until the subject has subscribed, messages go nowhere; where the sentinel was first seen is no event. */
static void await_subject(void) {
    double end = now() + patience;
    while (answered == 0) {
        ask();
        rest(0.2);
        if (now() > end) fail("the subject never answered");
    }
    rest(0.5);
    asked = answered;
}

/* Sends so many messages a second for so long. */
static void send_for(double rate, double duration) {
    long count = (long)(rate * duration), fix = 0;
    double start = now();
    for (long number = 0; number < count; number++) {
        double due = start + (double)number / rate;
        while (now() < due) turn(due);
        if (number % share == share - 1) ask();
        else {
            send_fix((int)(fix % fleet_devices), 0, 1 + sent);
            fix++;
        }
        turn(0);
    }
    double end = now() + patience;
    while (answered < asked) {
        turn(now() + 0.01);
        if (now() > end) fail("an event is missing");
    }
}

static int compare(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: latency PORT QOS RATE SECONDS\n");
        return 64;
    }
    qos = atoi(arguments[2]);
    double rate = atof(arguments[3]), duration = atof(arguments[4]);
    if (rate <= 0 || duration <= 0 || rate * duration / share > most_samples) {
        fprintf(stderr, "latency: too many messages\n");
        return 64;
    }
    mosquitto_lib_init();
    connect_to(atoi(arguments[1]));
    await_subject();
    send_for(rate, 2);
    counted_from = asked;
    send_for(rate, duration);
    long samples = asked - counted_from;
    qsort(taken, (size_t)samples, sizeof taken[0], compare);
    printf("events=%ld p50=%.2f p99=%.2f most=%.2f\n", samples, taken[samples / 2] * 1e3, taken[samples * 99 / 100] * 1e3,
           taken[samples - 1] * 1e3);
    mosquitto_destroy(client);
    mosquitto_lib_cleanup();
    return 0;
}
