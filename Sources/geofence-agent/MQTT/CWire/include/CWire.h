#pragma once
#include <stdbool.h>
#include <stddef.h>

// The bytes of one connection, held between the library and its socket. See wire.c.
struct wire;

// Takes over a connected socket; NULL without memory. The caller closes the socket, and frees this first. Only of plain MQTT is it known where packets
// begin: with TLS the bytes are others.
struct wire *wire_new(int socket, bool is_plain);
void wire_free(struct wire *wire);

// Between these two the calls of this thread to read and write are the library's. They don't nest. Of plain MQTT it reads one message at most.
void wire_enter(struct wire *wire);
void wire_leave(void);

// The same, for one packet at most: behind it the library has to wait.
void wire_enter_for_one(struct wire *wire);

// What the library writes from now on leaves at once, behind what is held.
void wire_pass_output(struct wire *wire);

// Sends what is held, as far as the socket takes it; 0, or the number of the error that ended the connection.
int wire_flush(struct wire *wire);

// Whether bytes wait to be read by the library, or to be taken by the socket.
bool wire_has_input(const struct wire *wire);
bool wire_has_output(const struct wire *wire);

// Reads what the socket has, where nothing is held.
void wire_fill(struct wire *wire);

// Reads what the socket has behind what is held.
enum wire_news { WIRE_NOTHING, WIRE_MORE, WIRE_NO_ROOM, WIRE_END };
enum wire_news wire_fill_more(struct wire *wire);

// Whether the library is amid no packet. Always false with TLS, and where its reads don't come through here.
bool wire_is_at_packet(const struct wire *wire);

// The bytes that are held, where a packet begins with the first of them; 0 where the library is amid one. For a socket of plain MQTT, from a moment on
// at which the library has read whole packets.
size_t wire_packets(const struct wire *wire, const void **bytes);

// Keeps a packet from the library: so many of these bytes.
void wire_drop(struct wire *wire, size_t size);

// Writes a PUBACK behind what the library has written; false where there is no room.
bool wire_acknowledge(struct wire *wire, unsigned packet);

// The same, with a PINGREQ.
bool wire_ping(struct wire *wire);

// How often the library's reads have come through here: none where the linker or another library bypasses it.
unsigned long wire_reads(const struct wire *wire);

// Bytes that have come from the socket.
unsigned long wire_received(const struct wire *wire);
