/*
 * Sends the fleet's fixes as fast as the subject (the process that is measured) takes them, checks the events that come back,
 * and reads the CPU time the subject spent between the first measured message and the answer to the last.
 *
 * Each block of 1,000 messages ends with one of the sentinel, whose event is the answer to the block. No more than four blocks
 * are unanswered at a time, so that no queue overflows, with QoS 0 neither.
 */
#include "fleet.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { blocks_ahead = 4, messages_ahead = 100, patience = 600 /* seconds: under valgrind on a busy machine the start takes minutes */ };

static const double resting = 0.5; /* seconds, of which a subject at rest spends a fiftieth at most */
static struct mosquitto *client;
static bool echo; /* the subject answers the sentinel and makes no other event */
static bool shared; /* several agents: the one of the sentinel answers before others have done what was sent before */
static int qos;
static double rate; /* messages a second, 0: as fast as they are taken */
static long sent, confirmed, asked, answered, wrong, dropped = -1;
static int subscribed;
static long first_answer = -1; /* answers before block 0 */
static long events[fleet_devices], event_count;

static void fail(const char *what) {
    fprintf(stderr, "publisher: %s (sent %ld, blocks asked %ld, answered %ld)\n", what, sent, asked, answered);
    exit(69);
}

static void check(int status, const char *call) {
    if (status == MOSQ_ERR_SUCCESS) return;
    fprintf(stderr, "publisher: %s: %s\n", call, mosquitto_strerror(status));
    exit(69);
}

static double seconds(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) fail("the subject is gone");
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* An event is right when it names the fence its device moves in and out of, and is enter and exit in turn. */
static void count_event(const char *device, const char *fence, const struct mosquitto_message *message) {
    char expected[16];
    int index = -1;
    if (sscanf(device, "van-%3d", &index) != 1 || index < 0 || index >= fleet_devices) {
        wrong++;
        return;
    }
    event_count++;
    moved_fence(index, expected, sizeof expected);
    const char *verb = ++events[index] % 2 ? "\"enter\"" : "\"exit\"";
    if (strcmp(fence, expected) != 0 || !memmem(message->payload, (size_t)message->payloadlen, verb, strlen(verb))) wrong++;
}

/* Events leave in order: when a block is answered, its moves must have been told, no more and no less. */
static void count_answer(void) {
    answered++;
    long block = answered - first_answer - 1;
    if (first_answer >= 0 && !echo && !shared && event_count != block * (block_transitions - 1)) wrong++;
}

static void on_event(const struct mosquitto_message *message) {
    char device[32], fence[32];
    if (sscanf(message->topic, "geofence/event/%31[^/]/%31s", device, fence) != 2) wrong++;
    else if (strncmp(fence, "poi-", 4) == 0) return; /* around a point of interest: beside what is counted */
    else if (strcmp(device, "sentinel") == 0) count_answer();
    else count_event(device, fence, message);
}

static void on_message(struct mosquitto *from, void *context, const struct mosquitto_message *message) {
    (void)from, (void)context;
    if (message->topic[0] != '$') on_event(message);
    else if (message->payload) dropped = atol(message->payload);
}

static void on_publish(struct mosquitto *from, void *context, int id) {
    (void)from, (void)context, (void)id;
    confirmed++;
}

static void on_connect(struct mosquitto *from, void *context, int reason) {
    (void)context;
    if (reason) fail("the broker refused");
    check(mosquitto_subscribe(from, NULL, "geofence/event/#", 1), "subscribe");
    check(mosquitto_subscribe(from, NULL, "$SYS/broker/publish/messages/dropped", 0), "subscribe");
}

static void on_subscribe(struct mosquitto *from, void *context, int id, int count, const int *granted) {
    (void)from, (void)context, (void)id, (void)count;
    if (granted[0] >= 128) fail("the broker refused a subscription");
    subscribed++;
}

static void turn(int milliseconds) { check(mosquitto_loop(client, milliseconds, 1), "loop"); }

/* Returns when both subscriptions hold: an answer to a question that left before them would be missed. */
static void connect_to(int port) {
    client = mosquitto_new("fleet", true, NULL);
    if (!client) fail("no memory");
    check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5), "protocol");
    check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "no delay"); /* the broker does the same */
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    mosquitto_publish_callback_set(client, on_publish);
    mosquitto_subscribe_callback_set(client, on_subscribe);
    check(mosquitto_connect(client, "127.0.0.1", port, 60), "connect");
    while (subscribed < 2) turn(100);
}

static void rest(double duration) {
    for (double end = seconds(CLOCK_MONOTONIC) + duration; seconds(CLOCK_MONOTONIC) < end;) turn(10);
}

/*
 * Until the subject has used no more than 2 % of a core for half a second: all that was asked is answered, and Home Assistant
 * knows each device. What waits for its time, as positions for the history do for five seconds, may still wait.
 */
static void await_rest(clockid_t subject) {
    double end = seconds(CLOCK_MONOTONIC) + patience;
    for (double before = seconds(subject), after;; before = after) {
        rest(resting);
        after = seconds(subject);
        if (after - before <= resting / 50) return;
        if (seconds(CLOCK_MONOTONIC) > end) fail("the subject never rested");
    }
}

static void await_answers(long open) {
    double end = seconds(CLOCK_MONOTONIC) + patience;
    while (asked - answered > open) {
        turn(10);
        if (seconds(CLOCK_MONOTONIC) > end) fail("no answer from the subject");
    }
}

static void await_window(void) {
    while (mosquitto_want_write(client) || sent - confirmed >= messages_ahead) turn(10);
}

static void send_fix(int device, long moves, long step) {
    char topic[64], payload[128];
    device_topic(device, topic, sizeof topic);
    int length = fix_payload(device_place(device, moves, (unsigned long)step), step, payload, sizeof payload);
    await_window();
    sent++;
    check(mosquitto_publish(client, NULL, topic, length, payload, qos, false), "publish");
    if (sent % 64 == 0) turn(0);
}

/* Moves the sentinel: the answer says that all sent before is done. */
static void ask(void) {
    static long step;
    step++;
    send_fix(sentinel, step, step);
}

/* Until the subject has subscribed, messages go nowhere; where the sentinel was first seen is no event. */
static void await_subject(clockid_t subject) {
    double end = seconds(CLOCK_MONOTONIC) + patience;
    while (answered == 0) {
        ask();
        rest(0.2);
        if (seconds(CLOCK_MONOTONIC) > end) fail("the subject never answered");
    }
    await_rest(subject);
    asked = first_answer = answered;
}

static void await_due(double start, long count) {
    while (rate > 0 && seconds(CLOCK_MONOTONIC) < start + (double)count / rate) turn(1);
}

static void send_block(long block, double start, long first) {
    for (int device = 0; device < fleet_devices; device++) {
        await_due(start, sent - first);
        send_fix(device, moves_until(device, block), block);
    }
    asked++;
    ask();
    await_answers(blocks_ahead - 1);
}

static void send_blocks(long from, long until) {
    double start = seconds(CLOCK_MONOTONIC);
    for (long block = from, first = sent; block < until; block++) send_block(block, start, first);
    await_answers(0);
}

static long fleet_events(long last_block, long *expected) {
    long seen = 0;
    for (int device = 0; device < fleet_devices; device++) {
        long moves = echo ? 0 : moves_until(device, last_block);
        *expected += moves;
        seen += events[device];
        if (events[device] != moves) wrong++;
    }
    return seen;
}

static void measure(clockid_t subject, long warmup, long blocks) {
    double measured_rate = rate; /* to warm up at 100 a second would take the better part of an hour */
    rate = 0;
    send_blocks(0, warmup);
    rate = measured_rate;
    await_rest(subject);
    double cpu = seconds(subject), start = seconds(CLOCK_MONOTONIC);
    send_blocks(warmup, warmup + blocks);
    double wall = seconds(CLOCK_MONOTONIC) - start;
    rest(0.1);
    cpu = seconds(subject) - cpu;
    rest(1.5); /* late events, and the broker's count of what it dropped */
    long expected = 0, seen = fleet_events(warmup + blocks - 1, &expected);
    printf("messages=%ld cpu=%.6f wall=%.3f events=%ld expected=%ld wrong=%ld dropped=%ld fleet=%ld answers=%ld asked=%ld\n",
           blocks * block_messages, cpu, wall, seen, expected, wrong, dropped, (warmup + blocks) * fleet_devices, answered, asked);
}

int main(int count, char **arguments) {
    clockid_t subject;
    if (count != 8) {
        fprintf(stderr, "usage: publisher PORT QOS WARMUP-BLOCKS BLOCKS RATE PID echo|fences|shared\n");
        return 64;
    }
    qos = atoi(arguments[2]);
    rate = atof(arguments[5]);
    echo = strcmp(arguments[7], "echo") == 0;
    shared = strcmp(arguments[7], "shared") == 0;
    if (clock_getcpuclockid(atoi(arguments[6]), &subject) != 0) fail("no such process");
    mosquitto_lib_init();
    connect_to(atoi(arguments[1]));
    await_subject(subject);
    measure(subject, atol(arguments[3]), atol(arguments[4]));
    mosquitto_destroy(client);
    mosquitto_lib_cleanup();
    return 0;
}
