/*
 * A baseline for the agent, to try the benchmark itself: reads the configuration that make-config writes (one fence a line),
 * tells enters and exits, keeps nothing, and looks at all fences for each fix. Slow on purpose and by another formula than the agent's.
 * BASELINE_DEAF=N in the environment makes it overlook every Nth fix: the benchmark must notice.
 */
#include <math.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { fences_limit = 10000, devices_limit = 1024, around_limit = 8 };

struct fence { char id[16]; double latitude, longitude, radius; };
struct device { char id[32]; int around[around_limit], count; };

static struct fence fences[fences_limit];
static struct device devices[devices_limit];
static int fence_count, device_count, port;
static long received, deaf;

static void read_line(const char *line) {
    struct fence *fence = &fences[fence_count];
    const char *at = strstr(line, "\"port\": ");
    if (at) port = atoi(at + 8);
    if (fence_count < fences_limit && sscanf(line, " { \"id\": \"%15[^\"]\", \"latitude\": %lf, \"longitude\": %lf, \"radius\": %lf",
               fence->id, &fence->latitude, &fence->longitude, &fence->radius) == 4) fence_count++;
}

static void read_configuration(const char *path) {
    char line[512];
    FILE *file = fopen(path, "r");
    if (!file) exit(78);
    while (fgets(line, sizeof line, file)) read_line(line);
    fclose(file);
}

/* Metres between a fix and a fence's centre: the law of cosines, written with half angles. */
static double distance(const struct fence *fence, double latitude, double longitude) {
    double r = M_PI / 180, a = sin((latitude - fence->latitude) * r / 2), b = sin((longitude - fence->longitude) * r / 2);
    return 2 * 6371008.8 * asin(sqrt(a * a + cos(latitude * r) * cos(fence->latitude * r) * b * b));
}

static int fences_around(double latitude, double longitude, int *around) {
    int count = 0;
    for (int i = 0; i < fence_count && count < around_limit; i++)
        if (fabs(fences[i].latitude - latitude) < 0.002 && fabs(fences[i].longitude - longitude) < 0.004
            && distance(&fences[i], latitude, longitude) <= fences[i].radius) around[count++] = i;
    return count;
}

static bool holds(const int *around, int count, int fence) {
    while (count > 0) if (around[--count] == fence) return true;
    return false;
}

static void tell(struct mosquitto *client, const char *device, int fence, const char *verb) {
    char topic[96], payload[64];
    snprintf(topic, sizeof topic, "geofence/event/%s/%s", device, fences[fence].id);
    int length = snprintf(payload, sizeof payload, "{\"event\":\"%s\"}", verb);
    mosquitto_publish(client, NULL, topic, length, payload, 1, false);
}

static void tell_changes(struct mosquitto *client, struct device *device, const int *around, int count) {
    for (int i = 0; i < device->count; i++)
        if (!holds(around, count, device->around[i])) tell(client, device->id, device->around[i], "exit");
    for (int i = 0; i < count; i++)
        if (!holds(device->around, device->count, around[i])) tell(client, device->id, around[i], "enter");
}

static struct device *device_named(const char *id, bool *known) {
    int i = 0;
    while (i < device_count && strcmp(devices[i].id, id) != 0) i++;
    *known = i < device_count;
    if (i == devices_limit) exit(70);
    if (!*known) device_count++;
    return strcpy(devices[i].id, id), &devices[i];
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
    char id[32];
    double latitude, longitude;
    int around[around_limit];
    bool known;
    (void)context;
    received++;
    if (sscanf(message->topic, "fleet/%31[^/]/", id) != 1
        || sscanf(message->payload, "{\"lat\":%lf,\"lon\":%lf", &latitude, &longitude) != 2) return;
    if (deaf && received % deaf == 0 && id[0] == 'v') return;
    struct device *device = device_named(id, &known);
    int count = fences_around(latitude, longitude, around);
    if (count < 2 || count > 3) fprintf(stderr, "baseline: %s lies in %d fences\n", id, count);
    if (known) tell_changes(client, device, around, count);
    memcpy(device->around, around, sizeof around);
    device->count = count;
}

static void on_connect(struct mosquitto *client, void *context, int reason) {
    (void)context;
    if (reason == 0) mosquitto_subscribe(client, NULL, "fleet/+/location", 1);
}

int main(int count, char **arguments) {
    if (count != 4 || strcmp(arguments[1], "run") != 0 || strcmp(arguments[2], "--config") != 0) {
        fprintf(stderr, "usage: baseline run --config FILE\n");
        return 64;
    }
    if (getenv("BASELINE_DEAF")) deaf = atol(getenv("BASELINE_DEAF"));
    read_configuration(arguments[3]);
    mosquitto_lib_init();
    struct mosquitto *client = mosquitto_new("subject", true, NULL);
    mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    if (mosquitto_connect(client, "127.0.0.1", port, 30) != MOSQ_ERR_SUCCESS) return 69;
    while (mosquitto_loop(client, 1000, 1) == MOSQ_ERR_SUCCESS) {}
    return 0;
}
