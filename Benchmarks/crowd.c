/*
 * Sends what many people's phones would in five days, each of which has three positions at home by night and three at work: ten visits. With
 * POSITIONS only the first ones of each. Tells what memory the subject (the process that is measured) has then, and how long it let an answer wait
 * at most.
 *
 * After each 1,000 positions the sentinel goes into its fence or out of it. No more than two of its events are awaited at a time.
 */
#include <mosquitto.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { block_messages = 1000, blocks_ahead = 2, answers_limit = 1 << 16, patience = 120 /* seconds */ };

static const long first_time = 1759780800; /* 22:00 in Berlin on a Monday; past, so that no stamp is ahead of its arrival */
static const double gate_latitude = 52.4, gate_longitude = 13.2;

static struct mosquitto *client;
static long sent, asked, answered;
static bool connected;
static double asked_at[answers_limit], waits[answers_limit];

static void fail(const char *what) {
    fprintf(stderr, "crowd: %s (sent %ld, asked %ld, answered %ld)\n", what, sent, asked, answered);
    exit(69);
}

static void check(int status, const char *call) {
    if (status != MOSQ_ERR_SUCCESS) fail(call);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void turn(int milliseconds) { check(mosquitto_loop(client, milliseconds, 1), "loop"); }

static void on_message(struct mosquitto *from, void *context, const struct mosquitto_message *message) {
    (void)from, (void)context, (void)message;
    waits[answered] = now() - asked_at[answered];
    answered++;
}

static void on_connect(struct mosquitto *from, void *context, int reason) {
    (void)context;
    if (reason) fail("the broker refused");
    check(mosquitto_subscribe(from, NULL, "geofence/event/sentinel/gate", 1), "subscribe");
}

static void on_subscribe(struct mosquitto *from, void *context, int id, int count, const int *granted) {
    (void)from, (void)context, (void)id, (void)count, (void)granted;
    connected = true;
}

static void connect_to(int port) {
    client = mosquitto_new("crowd", true, NULL);
    if (!client) fail("no memory");
    check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "no delay"); /* the broker does the same */
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    mosquitto_subscribe_callback_set(client, on_subscribe);
    check(mosquitto_connect(client, "127.0.0.1", port, 60), "connect");
    while (!connected) turn(100);
}

static void publish(const char *topic, double latitude, double longitude, long time) {
    char payload[128];
    int length = snprintf(payload, sizeof payload, "{\"lat\":%.7f,\"lon\":%.7f,\"acc\":15,\"tst\":%ld}", latitude, longitude, time);
    while (mosquitto_want_write(client)) turn(1);
    sent++;
    check(mosquitto_publish(client, NULL, topic, length, payload, 0, false), "publish");
}

/* Moves the sentinel: where it is first seen is no event, so that the first is awaited by none. */
static void ask(bool counts) {
    static long step;
    step++;
    publish("fleet/sentinel/location", gate_latitude + (step % 2 ? 0.1 : 0), gate_longitude, first_time + step);
    if (!counts) return;
    if (asked == answers_limit) fail("too many messages");
    asked_at[asked++] = now();
}

static void await_answers(long open) {
    double end = now() + patience;
    while (asked - answered > open) {
        turn(10);
        if (now() > end) fail("no answer from the subject");
    }
}

/* Until the subject has subscribed, messages go nowhere. */
static void await_subject(void) {
    double end = now() + patience;
    while (answered == 0) {
        asked_at[0] = now();
        ask(false);
        for (double rest = now() + 0.2; now() < rest;) turn(10);
        if (now() > end) fail("the subject never answered");
    }
    for (double rest = now() + 0.5; now() < rest;) turn(10);
    asked = answered;
}

/* Homes lie 400 m apart in rows of 400; work is 3 km north-east. A position is up to 15 m off. */
static void report(int device, int step) {
    char topic[64];
    static const long minutes[] = {0, 210, 420, 660, 870, 1080};
    bool at_work = step % 6 >= 3;
    unsigned noise = (unsigned)device * 2654435761u + (unsigned)step * 40503u;
    double north = (device / 400) * 400 + (at_work ? 2000 : 0) + (int)(noise >> 8) % 15;
    double east = (device % 400) * 400 + (at_work ? 2200 : 0) + (int)(noise >> 16) % 15;
    snprintf(topic, sizeof topic, "fleet/phone-%06d/location", device);
    publish(topic, 45 + north / 111195, 5 + east / 80000, first_time + step / 6 * 86400 + minutes[step % 6] * 60);
}

static long status_kilobytes(int pid, const char *name) {
    char path[64], line[256];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0) value = atol(line + strlen(name) + 1);
    if (file) fclose(file);
    return value;
}

static int by_size(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }

static void tell(int pid, int devices, int positions, long empty, double duration) {
    long resident = status_kilobytes(pid, "VmRSS:"), peak = status_kilobytes(pid, "VmHWM:");
    qsort(waits, (size_t)answered, sizeof *waits, by_size);
    printf("%d devices, %d position%s each, %.0f s, %.0f messages/s\n", devices, positions, positions == 1 ? "" : "s", duration,
           (double)sent / duration);
    printf("memory: %.0f MB at the end, %.0f MB at most, %.0f MB before: %.0f bytes a device\n", (double)resident / 1e3 * 1.024,
           (double)peak / 1e3 * 1.024, (double)empty / 1e3 * 1.024, (double)(resident - empty) * 1024 / devices);
    printf("answers after %.0f ms (median), %.0f ms (99 %%), %.0f ms at most\n", waits[answered / 2] * 1e3,
           waits[answered * 99 / 100] * 1e3, waits[answered - 1] * 1e3);
}

int main(int count, char **arguments) {
    if (count != 4 && count != 5) {
        fprintf(stderr, "usage: crowd PORT PID DEVICES [POSITIONS]  # 30\n");
        return 64;
    }
    int pid = atoi(arguments[2]), devices = atoi(arguments[3]), positions = count > 4 ? atoi(arguments[4]) : 30;
    mosquitto_lib_init();
    connect_to(atoi(arguments[1]));
    await_subject();
    long empty = status_kilobytes(pid, "VmRSS:");
    double start = now();
    sent = 0;
    for (int step = 0; step < positions; step++)
        for (int device = 0; device < devices; device++) {
            report(device, step);
            if (sent % 64 == 0) turn(0);
            if (sent % (block_messages + 1) != block_messages) continue;
            ask(true);
            await_answers(blocks_ahead - 1);
        }
    ask(true);
    await_answers(0);
    tell(pid, devices, positions, empty, now() - start);
    mosquitto_destroy(client);
    mosquitto_lib_cleanup();
    return 0;
}
