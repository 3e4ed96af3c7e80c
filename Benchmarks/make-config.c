/*
 * Writes the agent's configuration for the benchmark, with 10,000 fences (or CIRCLES, as densely), one a line; or the points of interest that go
 * with it; or any number of circles as GeoJSON.
 */
#include "fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fleet stands in the first rows. */
static void print_fences(int rows) {
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < fence_columns; column++) {
            struct place centre = fence_centre(row, column);
            bool last = row == rows - 1 && column == fence_columns - 1;
            printf("    { \"id\": \"f%02d%02d\", \"latitude\": %.7f, \"longitude\": %.7f, \"radius\": %d }%s\n", row, column,
                   centre.latitude, centre.longitude, fence_radius, last ? "" : ",");
        }
}

static void print_points(void) {
    printf("id,name,latitude,longitude,tags,opening_hours\n");
    for (int number = 0; number < points; number++) {
        struct place place = point_place(number);
        printf("p%04d,Point %d,%.7f,%.7f,%s,Mo-Fr 08:00-18:00\n", number, number, place.latitude, place.longitude,
               number % 2 ? "parcels" : "fuel");
    }
}

/* All that costs something with each position. The fleet's clock runs a second a fix, so that stays of a minute have to do for visits. */
static void print_everything(const char *store) {
    printf("  \"visits\": { \"minDuration\": 60, \"leaveAfter\": 60 },\n  \"zones\": { \"timeZone\": \"Europe/Berlin\" },\n");
    printf("  \"pois\": { \"files\": [\"%s.points.csv\"], \"regions\": [100, 200, 300] },\n", store);
    printf("  \"history\": {},\n  \"homeAssistant\": { \"discovery\": true },\n");
}

/* Circles of 150 m, 185 m apart in columns of 1,000. */
static void print_circles(long number) {
    printf("{\"type\":\"FeatureCollection\",\"features\":[\n");
    for (long circle = 0; circle < number; circle++)
        printf("{\"type\":\"Feature\",\"id\":\"c%ld\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%.6f,%.6f]},\"properties\":{\"radius\":150}}%s\n",
               circle, 5 + (double)(circle / 1000) * 0.0025, 47 + (double)(circle % 1000) / 600, circle + 1 < number ? "," : "");
    printf("]}\n");
}

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "circles") == 0) {
        print_circles(atol(arguments[2]));
        return 0;
    }
    if (count == 2 && strcmp(arguments[1], "points") == 0) {
        print_points();
        return 0;
    }
    if (count != 4) {
        fprintf(stderr, "usage: make-config PORT STORE process|power|everything|crowd|timeless|file|many\n"
                        "       make-config circles NUMBER  # what `file` and `many` read from STORE.geojson\n"
                        "       make-config points  # what `everything` reads from STORE.points.csv\n");
        return 64;
    }
    bool has_everything = strcmp(arguments[3], "everything") == 0, is_crowd = strcmp(arguments[3], "crowd") == 0;
    bool is_many = strcmp(arguments[3], "many") == 0; /* of devices, beside fences of a file */
    bool is_file = is_many || strcmp(arguments[3], "file") == 0;
    bool is_timeless = strcmp(arguments[3], "timeless") == 0; /* nothing is published because time has passed */
    printf("{\n  \"mqtt\": { \"host\": \"127.0.0.1\", \"port\": %d, \"clientId\": \"subject\", \"readAhead\": %s },\n", atoi(arguments[1]),
           getenv("READ_ONE") ? "false" : "true");
    printf("  \"sources\": [ { \"topic\": \"fleet/{device}/location\" } ],\n");
    printf("  \"rules\": { \"accuracy\": \"hysteresis\" },\n");
    printf("  \"store\": { \"path\": \"%s\", \"durability\": \"%s\" },\n", arguments[2], has_everything || is_crowd || is_timeless || is_file ? "process" : arguments[3]);
    if (has_everything) print_everything(arguments[2]);
    if (is_timeless) printf("  \"status\": { \"deviceEvery\": 86400 },\n");
    if (is_crowd) printf("  \"visits\": {},\n  \"zones\": { \"fences\": %s, \"timeZone\": \"Europe/Berlin\" },\n", getenv("CROWD_FENCES") ? "true" : "false");
    if (is_many) printf("  \"limits\": { \"devices\": 10000000, \"newDevicesPerMinute\": 10000000 },\n");
    if (is_file) printf("  \"fenceFiles\": [\"%s.geojson\"],\n", arguments[2]);
    printf("  \"log\": { \"level\": \"warning\" },\n  \"fences\": [\n");
    if (is_file && !is_many) printf("    { \"id\": \"gate\", \"latitude\": 10, \"longitude\": 10, \"radius\": 100 }\n");
    else if (is_crowd || is_many) printf("    { \"id\": \"gate\", \"latitude\": 52.4, \"longitude\": 13.2, \"radius\": 100, \"devices\": [\"sentinel\"] }\n");
    else print_fences(getenv("CIRCLES") ? atoi(getenv("CIRCLES")) / fence_columns : fence_rows);
    printf("  ]\n}\n");
    return 0;
}
