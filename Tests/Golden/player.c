/*
 * Plays a script to the agent, one step at a time, so that what the agent publishes is the same each time: after each message it asks for a fence,
 * and goes on with the answer, which stands behind all that the message brought about. The agent's wall clock (clock.c) stands still meanwhile.
 *
 * The script comes on standard input, a step a line, with tabs between its parts:
 *   publish TOPIC PAYLOAD    at QoS 1, and waits for the agent
 *   retain TOPIC PAYLOAD     the same, retained
 *   send TOPIC PAYLOAD       at QoS 1, and doesn't wait for the agent
 *   request COMMAND PAYLOAD  a request with an answer topic of its own, answers/NUMBER/COMMAND
 *   quiet MILLISECONDS       lets the agent's clock go on by so much, and waits until nothing has been published for so long
 */
#include <fcntl.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { patience = 60 /* seconds */, messages_ahead = 100 };

static struct mosquitto *client;
static long asked, answered, sent, confirmed, requests;
static bool is_subscribed;
static double last_message;
static char step[64];
static volatile int64_t *agent_clock; /* milliseconds since 1970 */

static void fail(const char *what) {
    fprintf(stderr, "player: %s (step %s, %ld of %ld answers)\n", what, step, answered, asked);
    exit(69);
}

static void check(int status, const char *call) {
    if (status == MOSQ_ERR_SUCCESS) return;
    fprintf(stderr, "player: %s: %s\n", call, mosquitto_strerror(status));
    exit(69);
}

/* Where the agent answers the player's own questions, below the prefix that it takes. */
static const char barrier[] = "answers/barrier";

static double uptime(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void on_message(struct mosquitto *from, void *context, const struct mosquitto_message *message) {
    (void)from, (void)context;
    char text[512];
    if (strcmp(message->topic, barrier) != 0) {
        last_message = uptime();
        return;
    }
    int length = message->payloadlen < (int)sizeof text - 1 ? message->payloadlen : (int)sizeof text - 1;
    memcpy(text, message->payload, (size_t)length);
    text[length] = 0;
    const char *mark = strstr(text, "\"transaction\":");
    if (mark) answered = atol(mark + strlen("\"transaction\":"));
}

static void on_publish(struct mosquitto *from, void *context, int id) {
    (void)from, (void)context, (void)id;
    confirmed++;
}

static void on_connect(struct mosquitto *from, void *context, int reason) {
    (void)context;
    char *filters[] = {"geofence/#", "homeassistant/#", "owntracks/#", "answers/#"};
    if (reason) fail("the broker refused");
    check(mosquitto_subscribe_multiple(from, NULL, sizeof filters / sizeof *filters, filters, 1, 0, NULL), "subscribe");
}

static void on_subscribe(struct mosquitto *from, void *context, int id, int count, const int *granted) {
    (void)from, (void)context, (void)id, (void)count, (void)granted;
    is_subscribed = true;
}

static void turn(int milliseconds) { check(mosquitto_loop(client, milliseconds, 1), "loop"); }

static void open_clock(const char *path) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) fail("no clock");
    void *memory = mmap(NULL, sizeof *agent_clock, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) fail("no clock");
    agent_clock = memory;
    close(file);
}

static void connect_to(int port) {
    client = mosquitto_new(NULL, true, NULL);
    if (!client) fail("no memory");
    check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5), "protocol");
    check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "no delay");
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    mosquitto_publish_callback_set(client, on_publish);
    mosquitto_subscribe_callback_set(client, on_subscribe);
    check(mosquitto_connect(client, "127.0.0.1", port, 60), "connect");
    while (!is_subscribed) turn(100);
}

static void publish(const char *topic, const char *payload, bool retained, const char *response_topic) {
    mosquitto_property *properties = NULL;
    if (response_topic) check(mosquitto_property_add_string(&properties, MQTT_PROP_RESPONSE_TOPIC, response_topic), "response topic");
    sent++;
    check(mosquitto_publish_v5(client, NULL, topic, (int)strlen(payload), payload, 1, retained, properties), "publish");
    mosquitto_property_free_all(&properties);
    while (mosquitto_want_write(client) || sent - confirmed >= messages_ahead) turn(10);
}

/* Returns once the agent has handled all that was published before. */
static void await_agent(void) {
    char payload[64];
    double start = uptime(), again = 0;
    for (long first = asked + 1; answered < first;) {
        if (uptime() - start > patience) fail("no answer from the agent");
        if (uptime() > again) {
            /* An agent that has not subscribed yet never hears it. */
            snprintf(payload, sizeof payload, "{\"id\":\"mark\",\"transaction\":%ld}", ++asked);
            publish("geofence/request/fence/get", payload, false, barrier);
            again = uptime() + 5;
        }
        turn(10);
    }
}

static void request(const char *command, const char *payload) {
    char topic[256], answer[256];
    snprintf(topic, sizeof topic, "geofence/request/%s", command);
    snprintf(answer, sizeof answer, "answers/%s-%04ld/%s", step, ++requests, command);
    publish(topic, payload, false, answer);
    await_agent();
}

static void await_quiet(int milliseconds) {
    last_message = uptime();
    *agent_clock += milliseconds;
    for (double start = uptime(); uptime() < last_message + milliseconds / 1e3;) {
        if (uptime() - start > patience) fail("it never was quiet");
        turn(10);
    }
}

/* `@NOW@` in a payload is the agent's time in seconds. */
static void put_time(char *payload, size_t size) {
    char *at = strstr(payload, "@NOW@"), number[24];
    if (!at) return;
    snprintf(number, sizeof number, "%ld", (long)(*agent_clock / 1000));
    if (strlen(payload) + strlen(number) >= size) fail("too long");
    memmove(at + strlen(number), at + 5, strlen(at + 5) + 1);
    memcpy(at, number, strlen(number));
}

static void play(char *line) {
    static char payload[1 << 20];
    char *topic = strchr(line, '\t'), *rest = topic ? strchr(topic + 1, '\t') : NULL;
    if (!topic) fail("a step without its parts");
    *topic++ = 0;
    if (rest) *rest++ = 0;
    snprintf(payload, sizeof payload, "%s", rest ? rest : "");
    put_time(payload, sizeof payload);
    if (strcmp(line, "quiet") == 0) await_quiet(atoi(topic));
    else if (strcmp(line, "request") == 0) request(topic, payload);
    else {
        publish(topic, payload, strcmp(line, "retain") == 0, NULL);
        if (strcmp(line, "send") != 0) await_agent();
    }
}

int main(int count, char **arguments) {
    char *line = NULL;
    size_t size = 0;
    if (count != 4) {
        fprintf(stderr, "usage: player PORT NAME CLOCK <SCRIPT\n");
        return 64;
    }
    snprintf(step, sizeof step, "%s", arguments[2]);
    open_clock(arguments[3]);
    mosquitto_lib_init();
    connect_to(atoi(arguments[1]));
    await_agent(); /* it may have just been started, and must not see the clock go on meanwhile */
    for (ssize_t length; (length = getline(&line, &size, stdin)) >= 0;) {
        if (length > 0 && line[length - 1] == '\n') line[length - 1] = 0;
        play(line);
    }
    while (confirmed < sent) turn(10);
    mosquitto_destroy(client);
    mosquitto_lib_cleanup();
    return 0;
}
