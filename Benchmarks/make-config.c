/* Writes the agent's configuration for the benchmark: 10,000 fences, one a line. */
#include "fleet.h"

#include <stdio.h>
#include <stdlib.h>

static void print_fences(void) {
    for (int row = 0; row < fence_rows; row++)
        for (int column = 0; column < fence_columns; column++) {
            struct place centre = fence_centre(row, column);
            bool last = row == fence_rows - 1 && column == fence_columns - 1;
            printf("    { \"id\": \"f%02d%02d\", \"latitude\": %.7f, \"longitude\": %.7f, \"radius\": %d }%s\n", row, column,
                   centre.latitude, centre.longitude, fence_radius, last ? "" : ",");
        }
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: make-config PORT STORE process|power\n");
        return 64;
    }
    printf("{\n  \"mqtt\": { \"host\": \"127.0.0.1\", \"port\": %d, \"clientId\": \"subject\" },\n", atoi(arguments[1]));
    printf("  \"sources\": [ { \"topic\": \"fleet/{device}/location\" } ],\n");
    printf("  \"rules\": { \"accuracy\": \"hysteresis\" },\n");
    printf("  \"store\": { \"path\": \"%s\", \"durability\": \"%s\" },\n", arguments[2], arguments[3]);
    printf("  \"log\": { \"level\": \"warning\" },\n  \"fences\": [\n");
    print_fences();
    printf("  ]\n}\n");
    return 0;
}
