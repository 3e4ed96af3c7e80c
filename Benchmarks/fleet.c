#include "fleet.h"

#include <math.h>
#include <stdio.h>

static const double first_latitude = 52.4, first_longitude = 13.2;
static const double spacing = 170; /* metres */
static const double degree = 111195.08; /* metres to a degree of latitude, mean radius 6,371,008.8 m */
static const long first_time = 1760000000; /* past, so that no stamp is ahead of its arrival */

/* A place some metres north and east of the south-western fence's centre. */
static struct place at(double north, double east) {
    double latitude = first_latitude + north / degree;
    double middle = first_latitude + fence_rows * spacing / 2 / degree;
    return (struct place){latitude, first_longitude + east / (degree * cos(middle * M_PI / 180))};
}

struct place fence_centre(int row, int column) { return at(row * spacing, column * spacing); }

struct place point_place(int number) {
    int row = number / (fence_columns / 2), column = 2 * (number % (fence_columns / 2));
    return at((row + 0.35) * spacing, (column + 0.35) * spacing);
}

/* The device's fence to the south-west: spread over the grid's inner cells, so that no two devices share one. */
static void home(int device, int *row, int *column) {
    int inner = fence_columns - 2, cell = device * 9;
    *row = 1 + cell / inner;
    *column = 1 + cell % inner;
}

void moved_fence(int device, char *out, size_t size) {
    int row, column;
    home(device, &row, &column);
    snprintf(out, size, "f%02d%02d", row + 1, column);
}

long moves_until(int device, long block) {
    long phase = device % move_period;
    return (block + move_period - phase) / move_period - (phase == 0 ? 1 : 0);
}

/* A number in -1...1 that depends on its arguments only (finaliser of splitmix64). */
static double scatter(unsigned long device, unsigned long noise) {
    unsigned long z = (device << 40) + noise * 0x9e3779b97f4a7c15UL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9UL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebUL;
    return (double)((z ^ (z >> 31)) >> 11) / (double)(1UL << 52) - 1;
}

/*
 * In 2: midway between the fences west and east (85 m from both centres, 190 m from the next). In 3: 71, 130 and 130 m from
 * the centres south-west, south-east and north-west, 170 m from the next. With the scatter no fix comes nearer than 12 m
 * to an edge, which is more than its accuracy.
 */
struct place device_place(int device, long moves, unsigned long noise) {
    int row, column;
    home(device, &row, &column);
    bool in_three = moves % 2 != 0;
    double reach = in_three ? 5 : 15;
    double north = (in_three ? 50 : 0) + reach * scatter((unsigned long)device, 2 * noise);
    double east = (in_three ? 50 : 85) + reach * scatter((unsigned long)device, 2 * noise + 1);
    return at(row * spacing + north, column * spacing + east);
}

void device_topic(int device, char *out, size_t size) {
    if (device == sentinel) snprintf(out, size, "fleet/sentinel/location");
    else snprintf(out, size, "fleet/van-%03d/location", device);
}

int fix_payload(struct place place, long step, char *out, size_t size) {
    return snprintf(out, size, "{\"lat\":%.7f,\"lon\":%.7f,\"acc\":%d,\"tst\":%ld}", place.latitude, place.longitude,
                    fix_accuracy, first_time + step);
}
