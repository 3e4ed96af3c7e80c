/*
 * Tells what many fences of a file cost an agent: CPU and memory until it is online, how long one fence that is set or removed by a request
 * takes, and how long the agent answers nobody while it reads the file again, of which one fence has changed.
 *
 * The first circle of the file has a radius of 150 m. The agent has read the file again once `fence/get` says 151.
 */
#include <fcntl.h>
#include <mosquitto.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { changes = 51, patience = 600 /* seconds */ };

static struct mosquitto *client;
static bool connected, online, answered;
static char answer[4096];

static void fail(const char *what) {
    fprintf(stderr, "load: %s\n%s\n", what, answer);
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

/* Of all threads, and of those that have ended. */
static double cpu_seconds(int pid) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &time)) fail("the subject is gone");
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double status_megabytes(int pid, const char *name) {
    char path[64], line[256];
    double value = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0) value = (double)atol(line + strlen(name) + 1) * 1024 / 1e6;
    if (file) fclose(file);
    return value;
}

static void on_message(struct mosquitto *from, void *context, const struct mosquitto_message *message) {
    (void)from, (void)context;
    if (strcmp(message->topic, "geofence/agent/state") == 0) {
        online = message->payloadlen == 6 && memcmp(message->payload, "online", 6) == 0;
        return;
    }
    int length = message->payloadlen < (int)sizeof answer - 1 ? message->payloadlen : (int)sizeof answer - 1;
    memcpy(answer, message->payload, (size_t)length);
    answer[length] = 0;
    answered = true;
}

static void on_connect(struct mosquitto *from, void *context, int reason) {
    (void)context;
    if (reason) fail("the broker refused");
    check(mosquitto_subscribe(from, NULL, "geofence/agent/state", 1), "subscribe");
    check(mosquitto_subscribe(from, NULL, "geofence/response/#", 1), "subscribe");
}

static void on_subscribe(struct mosquitto *from, void *context, int id, int count, const int *granted) {
    (void)from, (void)context, (void)id, (void)count, (void)granted;
    connected = true;
}

static void turn(int milliseconds) { check(mosquitto_loop(client, milliseconds, 1), "loop"); }

static void connect_to(int port) {
    client = mosquitto_new("load", true, NULL);
    if (!client) fail("no memory");
    check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "no delay"); /* the broker does the same */
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    mosquitto_subscribe_callback_set(client, on_subscribe);
    check(mosquitto_connect(client, "127.0.0.1", port, 60), "connect");
    while (!connected) turn(100);
}

static void await_online(void) {
    double end = now() + patience;
    while (!online) {
        turn(10);
        if (now() > end) fail("the subject never came online");
    }
}

/* Asks, waits for the answer, and says how long it took. */
static double ask(const char *command, const char *payload) {
    char topic[64];
    snprintf(topic, sizeof topic, "geofence/request/%s", command);
    double start = now();
    answered = false;
    check(mosquitto_publish(client, NULL, topic, (int)strlen(payload), payload, 1, false), "publish");
    while (!answered) {
        turn(10);
        if (now() > start + patience) fail("no answer");
    }
    return now() - start;
}

static int by_size(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }

/* The time and the CPU of a request: of many, the middle one and the greatest. */
static void measure(int pid, const char *what, const char *command, const char *payload) {
    double waits[changes], costs[changes];
    for (int change = 0; change < changes; change++) {
        char text[256];
        snprintf(text, sizeof text, payload, change);
        double before = cpu_seconds(pid);
        waits[change] = ask(command, text);
        costs[change] = cpu_seconds(pid) - before;
        if (!strstr(answer, "\"ok\"")) fail(what);
    }
    qsort(waits, changes, sizeof *waits, by_size);
    qsort(costs, changes, sizeof *costs, by_size);
    printf("%-26s %8.2f ms, %.2f ms at most; %.2f ms of CPU, %.2f ms at most\n", what, waits[changes / 2] * 1e3, waits[changes - 1] * 1e3,
           costs[changes / 2] * 1e3, costs[changes - 1] * 1e3);
}

static void change_radius(const char *path) {
    char start[256];
    int file = open(path, O_RDWR);
    ssize_t length = file < 0 ? -1 : pread(file, start, sizeof start - 1, 0);
    start[length < 0 ? 0 : length] = 0;
    char *radius = strstr(start, "\"radius\":150");
    if (!radius || pwrite(file, "1", 1, radius - start + 11) != 1) fail("the file has no circle of 150 m");
    close(file);
}

static void reload(int pid, const char *path) {
    double most = 0, start = now(), before = cpu_seconds(pid);
    change_radius(path);
    kill(pid, SIGHUP);
    do {
        double wait = ask("fence/get", "{\"id\":\"c0\"}");
        if (wait > most) most = wait;
        if (now() > start + patience) fail("the change never came into force");
    } while (!strstr(answer, "\"radius\":151"));
    printf("%-26s %8.2f s, %.2f s of CPU; an answer waited %.0f ms at most\n", "a changed file, SIGHUP", now() - start,
           cpu_seconds(pid) - before, most * 1e3);
}

static void tell(int pid, const char *when) {
    printf("%-26s %8.2f s of CPU; %.0f MB, %.0f MB at most\n", when, cpu_seconds(pid), status_megabytes(pid, "VmRSS:"),
           status_megabytes(pid, "VmHWM:"));
}

int main(int count, char **arguments) {
    if (count != 4 && count != 5) {
        fprintf(stderr, "usage: load PORT PID WHEN [FILE]  # WHEN: what the first line is called; FILE: of the fences, which is changed\n");
        return 64;
    }
    int pid = atoi(arguments[2]);
    mosquitto_lib_init();
    connect_to(atoi(arguments[1]));
    await_online();
    tell(pid, arguments[3]);
    if (count == 5) {
        measure(pid, "fence/set", "fence/set", "{\"id\":\"set%d\",\"latitude\":48.2,\"longitude\":11.2,\"radius\":80}");
        measure(pid, "fence/remove", "fence/remove", "{\"id\":\"set%d\"}");
        reload(pid, arguments[4]);
        tell(pid, "after that");
    }
    mosquitto_destroy(client);
    mosquitto_lib_cleanup();
    return 0;
}
