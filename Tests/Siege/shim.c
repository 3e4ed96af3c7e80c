/*
 * A wall clock that can be set and a disk that can fail or stand still, for a program that is started with this in LD_PRELOAD: SIEGE_CONTROL names a file
 * of three numbers of eight bytes: by how many milliseconds the clock is ahead, the error of each write of a block, 0 for none, and whether writes wait.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *control;

__attribute__((constructor)) static void open_control(void) {
    const char *path = getenv("SIEGE_CONTROL");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, 3 * sizeof *control, PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) control = memory;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (!control || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return status;
    int64_t nanoseconds = time->tv_nsec + control[0] % 1000 * 1000000;
    time->tv_sec += control[0] / 1000 + (nanoseconds >= 1000000000) - (nanoseconds < 0);
    time->tv_nsec = (nanoseconds + 1000000000) % 1000000000;
    return status;
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

static int fails(void) {
    if (!control) return 0;
    while (control[2]) usleep(1000);
    if (!control[1]) return 0;
    errno = (int)control[1];
    return 1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return fails() ? -1 : (ssize_t)syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return pwrite64(file, bytes, count, offset); }

int fsync(int file) { return fails() ? -1 : (int)syscall(SYS_fsync, file); }

int fdatasync(int file) { return fails() ? -1 : (int)syscall(SYS_fdatasync, file); }
