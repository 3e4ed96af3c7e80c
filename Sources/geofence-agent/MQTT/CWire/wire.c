// The library's bytes, owned: read ahead in large pieces, and sent when we say so.
//
// libmosquitto up to 2.1 reads a packet byte by byte straight from its socket, sends each acknowledgement by a call of its own, and writes a byte into
// a pair of sockets for each packet that it queues, which nobody reads. Nothing of that can be switched off by its interface. But it looks `read` and
// `write` up by name, and a function of that name in the program comes first (ELF symbol lookup; Package.swift exports both). So each message costs a
// copy here instead of four system calls, and no byte of an acknowledgement leaves before wire_flush, whatever the library believes to have written.
//
// What is dangerous in it, and how it is met:
// - Everything in the process calls these functions, from all threads. Each thread says itself when it is inside the library (wire_enter); all other
//   calls pass straight through to the kernel.
// - A descriptor that was closed may be given to somebody else. Only calls within the library are ours, and it opens nothing between these.
// - poll doesn't see what is held here: wire_has_input and wire_has_output are to be asked first.
// - End of file and errors show when what was read before is used up, in their order.
// - The library closes the socket behind a DISCONNECT: wire_pass_output has that leave at once.
// - Where the hook is not in effect the library reads and writes as ever: wire_reads stays 0, and nothing is held.
// - A packet may be kept from the library (wire_drop) only where it begins, and as a whole: follow() counts what the library has read of each. What isn't
//   a PUBLISH that is all there (HeldMessage.swift) is the library's, with whatever is wrong about it.

#define _GNU_SOURCE
#include "CWire.h"

#if defined(__linux__) && !defined(WIRE_PASSES)

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { INPUT = 1 << 16, OUTPUT = 1 << 18 };

struct wire {
  int socket;
  bool is_plain;
  // Whether the socket had no more than was read last.
  bool is_drained;
  // Whether what the library writes waits for wire_flush.
  bool holds_output;
  unsigned long reads;
  // Bytes that have come from the socket.
  unsigned long received;
  // Of the packet that the library reads: which byte of its head is next, its length as far as that is known, and how many bytes of it are left.
  unsigned head;
  size_t length, left;
  // Whether the library may read one packet alone in this call, and whether it has begun with one.
  bool reads_one, has_begun;
  size_t in_from, in_to, out_from, out_to;
  char in[INPUT], out[OUTPUT];
};

static __thread struct wire *within;

// The functions that would have been called without these; found at the start, and until then the kernel's.
static ssize_t (*next_read)(int, void *, size_t);
static ssize_t (*next_write)(int, const void *, size_t);

__attribute__((constructor)) static void find_next(void) {
  *(void **)&next_read = dlsym(RTLD_NEXT, "read");
  *(void **)&next_write = dlsym(RTLD_NEXT, "write");
}

static ssize_t pass_read(int descriptor, void *buffer, size_t count) {
  return next_read ? next_read(descriptor, buffer, count) : syscall(SYS_read, descriptor, buffer, count);
}

static ssize_t pass_write(int descriptor, const void *buffer, size_t count) {
  return next_write ? next_write(descriptor, buffer, count) : syscall(SYS_write, descriptor, buffer, count);
}

struct wire *wire_new(int socket, bool is_plain) {
  struct wire *wire = malloc(sizeof *wire);
  if (!wire) return NULL;
  wire->socket = socket;
  wire->is_plain = is_plain;
  wire->is_drained = false;
  wire->holds_output = true;
  wire->reads = wire->received = 0;
  wire->head = 0;
  wire->length = wire->left = 0;
  wire->reads_one = wire->has_begun = false;
  wire->in_from = wire->in_to = wire->out_from = wire->out_to = 0;
  return wire;
}

void wire_free(struct wire *wire) {
  if (within == wire) within = NULL;
  free(wire);
}

void wire_pass_output(struct wire *wire) { wire->holds_output = false; }

void wire_enter(struct wire *wire) {
  within = wire;
  wire->reads_one = wire->has_begun = false;
}

void wire_enter_for_one(struct wire *wire) {
  wire_enter(wire);
  wire->reads_one = true;
}

void wire_leave(void) { within = NULL; }
bool wire_has_input(const struct wire *wire) { return wire->in_to > wire->in_from; }
bool wire_has_output(const struct wire *wire) { return wire->out_to > wire->out_from; }
unsigned long wire_reads(const struct wire *wire) { return wire->reads; }
unsigned long wire_received(const struct wire *wire) { return wire->received; }

int wire_flush(struct wire *wire) {
  while (wire_has_output(wire)) {
    ssize_t sent = pass_write(wire->socket, wire->out + wire->out_from, wire->out_to - wire->out_from);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : errno;
    wire->out_from += (size_t)sent;
  }
  wire->out_from = wire->out_to = 0;
  return 0;
}

// Bytes that the length of a packet takes at most, behind its first byte.
enum { LENGTH = 4 };

// Counts what the library has read. A length that is longer than any is never at an end: no packet begins from then on.
static void follow(struct wire *wire, const unsigned char *bytes, size_t count) {
  while (count > 0) {
    if (wire->left > 0) {
      size_t part = wire->left < count ? wire->left : count;
      wire->left -= part;
      bytes += part;
      count -= part;
      continue;
    }
    unsigned char byte = *bytes++;
    count--;
    if (wire->head == 0) {
      wire->head = 1;
      wire->length = 0;
    } else if (wire->head <= LENGTH) {
      wire->length |= (size_t)(byte & 127) << 7 * (wire->head - 1);
      wire->head++;
      if (byte & 128) continue;
      wire->left = wire->length;
      wire->head = 0;
    }
  }
}

// Reads what there is into the empty buffer; the number of bytes, or what read gives at an end or an error.
static ssize_t fill(struct wire *wire) {
  ssize_t got = pass_read(wire->socket, wire->in, sizeof wire->in);
  if (got <= 0) return got;
  wire->received += (unsigned long)got;
  wire->in_from = 0;
  wire->in_to = (size_t)got;
  wire->is_drained = (size_t)got < sizeof wire->in;
  return got;
}

void wire_fill(struct wire *wire) {
  if (wire->reads == 0 || wire_has_input(wire) || wire->is_drained) return;
  // An end, or an error, is for the library to meet.
  if (fill(wire) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) wire->is_drained = true;
}

enum wire_news wire_fill_more(struct wire *wire) {
  size_t held = wire->in_to - wire->in_from;
  if (held == sizeof wire->in) return WIRE_NO_ROOM;
  memmove(wire->in, wire->in + wire->in_from, held);
  wire->in_from = 0;
  wire->in_to = held;
  size_t room = sizeof wire->in - held;
  ssize_t got = pass_read(wire->socket, wire->in + held, room);
  if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? WIRE_NOTHING : WIRE_END;
  wire->received += (unsigned long)got;
  wire->in_to += (size_t)got;
  wire->is_drained = (size_t)got < room;
  return WIRE_MORE;
}

bool wire_is_at_packet(const struct wire *wire) { return wire->is_plain && wire->reads > 0 && wire->head == 0 && wire->left == 0; }

size_t wire_packets(const struct wire *wire, const void **bytes) {
  if (!wire_is_at_packet(wire)) return 0;
  *bytes = wire->in + wire->in_from;
  return wire->in_to - wire->in_from;
}

void wire_drop(struct wire *wire, size_t size) { wire->in_from += size; }

// Writes a packet of ours behind what is held; false where there is no room.
static bool append(struct wire *wire, const unsigned char *packet, size_t count) {
  if (!wire->holds_output || sizeof wire->out - wire->out_to < count) return false;
  memcpy(wire->out + wire->out_to, packet, count);
  wire->out_to += count;
  return true;
}

bool wire_acknowledge(struct wire *wire, unsigned packet) {
  const unsigned char answer[] = {0x40, 2, packet >> 8 & 255, packet & 255};
  return append(wire, answer, sizeof answer);
}

bool wire_ping(struct wire *wire) {
  static const unsigned char ping[] = {0xC0, 0};
  return append(wire, ping, sizeof ping);
}

// Whether the library may read on in this call. It would read as many packets as messages of ours are on their way; a message is the first of a call, so
// that none is acknowledged with another before it.
static bool may_read_on(struct wire *wire) {
  if (!wire_is_at_packet(wire)) return true;
  bool is_first = !wire->has_begun;
  wire->has_begun = true;
  return is_first || (!wire->reads_one && wire_has_input(wire) && (unsigned char)wire->in[wire->in_from] >> 4 != 3);
}

ssize_t read(int descriptor, void *buffer, size_t count) {
  struct wire *wire = within;
  if (!wire || descriptor != wire->socket) return pass_read(descriptor, buffer, count);
  wire->reads++;
  if (!may_read_on(wire)) {
    errno = EAGAIN;
    return -1;
  }
  if (!wire_has_input(wire)) {
    if (wire->is_drained) {
      wire->is_drained = false;
      errno = EAGAIN;
      return -1;
    }
    if (count >= sizeof wire->in) {
      ssize_t got = pass_read(descriptor, buffer, count);
      if (got <= 0) return got;
      wire->received += (unsigned long)got;
      follow(wire, buffer, (size_t)got);
      return got;
    }
    ssize_t got = fill(wire);
    if (got <= 0) return got;
  }
  size_t held = wire->in_to - wire->in_from;
  size_t taken = held < count ? held : count;
  memcpy(buffer, wire->in + wire->in_from, taken);
  follow(wire, buffer, taken);
  wire->in_from += taken;
  return (ssize_t)taken;
}

ssize_t write(int descriptor, const void *buffer, size_t count) {
  struct wire *wire = within;
  if (!wire) return pass_write(descriptor, buffer, count);
  if (descriptor != wire->socket) {
    // The byte that would wake a thread of the library's own, which there is none of.
    return count == 1 ? 1 : pass_write(descriptor, buffer, count);
  }
  if (wire->reads == 0) return pass_write(descriptor, buffer, count);
  if (!wire->holds_output) {
    int failure = wire_flush(wire);
    if (failure || wire_has_output(wire)) {
      errno = failure ? failure : EAGAIN;
      return -1;
    }
    return pass_write(descriptor, buffer, count);
  }
  if (wire->out_from > 0 && wire->out_from == wire->out_to) wire->out_from = wire->out_to = 0;
  size_t room = sizeof wire->out - wire->out_to;
  if (room == 0) {
    errno = EAGAIN;
    return -1;
  }
  size_t taken = room < count ? room : count;
  memcpy(wire->out + wire->out_to, buffer, taken);
  wire->out_to += taken;
  return (ssize_t)taken;
}

#else

// Not on this system, and not under sanitizers, which have a `read` of their own.
struct wire *wire_new(int socket, bool is_plain) { return (void)socket, (void)is_plain, NULL; }
void wire_free(struct wire *wire) { (void)wire; }
void wire_pass_output(struct wire *wire) { (void)wire; }
void wire_enter(struct wire *wire) { (void)wire; }
void wire_enter_for_one(struct wire *wire) { (void)wire; }
void wire_leave(void) {}
int wire_flush(struct wire *wire) { return (void)wire, 0; }
bool wire_has_input(const struct wire *wire) { return (void)wire, false; }
bool wire_has_output(const struct wire *wire) { return (void)wire, false; }
unsigned long wire_reads(const struct wire *wire) { return (void)wire, 0; }
unsigned long wire_received(const struct wire *wire) { return (void)wire, 0; }
void wire_fill(struct wire *wire) { (void)wire; }
enum wire_news wire_fill_more(struct wire *wire) { return (void)wire, WIRE_NO_ROOM; }
bool wire_is_at_packet(const struct wire *wire) { return (void)wire, false; }
size_t wire_packets(const struct wire *wire, const void **bytes) { return (void)wire, (void)bytes, 0; }
void wire_drop(struct wire *wire, size_t size) { (void)wire, (void)size; }
bool wire_acknowledge(struct wire *wire, unsigned packet) { return (void)wire, (void)packet, false; }
bool wire_ping(struct wire *wire) { return (void)wire, false; }

#endif
