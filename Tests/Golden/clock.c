/*
 * A wall clock that stands still until somebody sets it, for a program that is started with this in LD_PRELOAD: GOLDEN_CLOCK names a file of eight
 * bytes, the milliseconds since 1970. All other clocks run. So what a program says is the same however fast the machine is.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *milliseconds;

__attribute__((constructor)) static void open_clock(void) {
    const char *path = getenv("GOLDEN_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *milliseconds, PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) milliseconds = memory;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!milliseconds || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return (int)syscall(SYS_clock_gettime, clock, time);
    int64_t now = *milliseconds;
    *time = (struct timespec){now / 1000, now % 1000 * 1000000};
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
