/*
 * The yardstick: receives and counts, keeps nothing, parses nothing. Each message of the sentinel is answered on the topic on
 * which the agent would tell of its transition, so that the publisher can tell how far either has come.
 *
 * With OWNS_BYTES it stands on the agent's wire.c, which reads ahead below the library and sends when it is told to.
 */
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#ifdef OWNS_BYTES
#include "CWire.h"
#include <poll.h>
#include <sys/socket.h>
#endif

static volatile sig_atomic_t stopping;
static long received;
static int qos;

static void stop(int number) {
    (void)number;
    stopping = 1;
}

static void check(int status, const char *call) {
    if (status == MOSQ_ERR_SUCCESS) return;
    fprintf(stderr, "subscriber: %s: %s\n", call, mosquitto_strerror(status));
    exit(69);
}

static void on_connect(struct mosquitto *client, void *context, int reason) {
    (void)context;
    check(reason ? MOSQ_ERR_CONN_REFUSED : MOSQ_ERR_SUCCESS, "connect");
    check(mosquitto_subscribe(client, NULL, "fleet/+/location", qos), "subscribe");
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
    (void)context;
    received++;
    if (strcmp(message->topic, "fleet/sentinel/location") == 0)
        mosquitto_publish(client, NULL, "geofence/event/sentinel/echo", 0, NULL, 0, false);
}

static struct mosquitto *connected(int port, int receive_maximum, int no_delay) {
    struct mosquitto *client = mosquitto_new("subject", false, NULL);
    mosquitto_property *properties = NULL;
    check(client ? MOSQ_ERR_SUCCESS : MOSQ_ERR_NOMEM, "new");
    check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5), "protocol");
    if (receive_maximum) check(mosquitto_int_option(client, MOSQ_OPT_RECEIVE_MAXIMUM, receive_maximum), "receive maximum");
    if (no_delay) check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "no delay");
    check(mosquitto_property_add_int32(&properties, MQTT_PROP_SESSION_EXPIRY_INTERVAL, 86400), "session expiry");
    mosquitto_connect_callback_set(client, on_connect);
    mosquitto_message_callback_set(client, on_message);
    check(mosquitto_connect_bind_v5(client, "127.0.0.1", port, 30, NULL, properties), "connect");
    mosquitto_property_free_all(&properties);
    return client;
}

#ifndef OWNS_BYTES

static void serve(struct mosquitto *client) {
    while (!stopping) check(mosquitto_loop(client, 1000, 1), "loop");
}

#else

enum { gathered = 16384 /* bytes */, patience = 10 /* milliseconds */ };

/* Until so many bytes have come, or so long, or there is room for what has to be sent. */
static void await_input(int socket, const struct wire *wire) {
    static int least = 1;
    bool sends = wire_has_output(wire);
    int wanted = sends ? 1 : gathered;
    if (wanted != least && setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &wanted, sizeof wanted) == 0) least = wanted;
    struct pollfd wait = {socket, (short)(POLLIN | (sends ? POLLOUT : 0)), 0};
    poll(&wait, 1, patience);
}

/* The library is given all that has been read, a message a call. What it writes leaves afterwards, in one piece. */
static void serve(struct mosquitto *client) {
    int socket = mosquitto_socket(client);
    struct wire *wire = wire_new(socket, true);
    check(wire ? MOSQ_ERR_SUCCESS : MOSQ_ERR_NOMEM, "wire");
    while (!stopping) {
        await_input(socket, wire);
        do {
            wire_enter(wire);
            check(mosquitto_loop_read(client, 1), "read");
            wire_leave();
        } while (wire_has_input(wire));
        wire_enter(wire);
        if (mosquitto_want_write(client)) check(mosquitto_loop_write(client, 1), "write");
        check(mosquitto_loop_misc(client), "misc");
        wire_leave();
        check(wire_flush(wire) ? MOSQ_ERR_ERRNO : MOSQ_ERR_SUCCESS, "flush");
    }
    check(wire_reads(wire) > 0 ? MOSQ_ERR_SUCCESS : MOSQ_ERR_NOT_SUPPORTED, "the library's reads don't come through wire.c");
    wire_free(wire);
}

#endif

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static void report(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("{\"received\":%ld,\"userSeconds\":%.6f,\"systemSeconds\":%.6f}\n", received, seconds(usage.ru_utime),
           seconds(usage.ru_stime));
}

int main(int count, char **arguments) {
    if (count < 3 || count > 5) {
        fprintf(stderr, "usage: subscriber PORT QOS [RECEIVE-MAXIMUM [NO-DELAY]]\n");
        return 64;
    }
    qos = atoi(arguments[2]);
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    mosquitto_lib_init();
    struct mosquitto *client = connected(atoi(arguments[1]), count > 3 ? atoi(arguments[3]) : 0, count > 4 && atoi(arguments[4]));
    serve(client);
    report();
    mosquitto_destroy(client);
    mosquitto_lib_cleanup();
    return 0;
}
