/* The workload that every program here agrees on: a grid of fences, a fleet that stands among them, and who moves when. */
#ifndef FLEET_H
#define FLEET_H

#include <stdbool.h>
#include <stddef.h>

enum {
    fence_rows = 100,
    fence_columns = 100,
    fence_radius = 150, /* metres; centres are 170 m apart, so 2 or 3 fences lie around each place used here */
    fleet_devices = 999,
    block_messages = fleet_devices + 1, /* one fix of each device, then one of the sentinel */
    block_transitions = 10,             /* nine devices and the sentinel */
    move_period = 111,                  /* blocks between two moves of one device: 999 / 111 = 9 move in each block */
    fix_accuracy = 8,                   /* metres */
    points = 5000,                      /* of interest, where the agent is measured with all that it can do */
};

/* The device after the last of the fleet: it moves with every message, so that its event tells that all before it was handled. */
enum { sentinel = fleet_devices };

struct place {
    double latitude, longitude;
};

/* The centre of a fence. */
struct place fence_centre(int row, int column);

/* Where a point of interest is: one for two fences. The scatter never changes which is a device's nearest, a move may. */
struct place point_place(int number);

/* The name of the one fence that a device enters and leaves; it stays in its other two. */
void moved_fence(int device, char *out, size_t size);

/* How often a device has moved when `block` is over: block 0 places the fleet, each later one moves nine devices. */
long moves_until(int device, long block);

/* Where a device is after `moves` moves (even: in 2 fences, odd: in 3), a few metres off; `noise` picks the metres. */
struct place device_place(int device, long moves, unsigned long noise);

/* The device's topic. */
void device_topic(int device, char *out, size_t size);

/* The payload of one fix; `step` must grow from fix to fix of a device. Returns its length. */
int fix_payload(struct place place, long step, char *out, size_t size);

#endif
