/* Instructions that another process executes, from the processor's own counters: one counter per thread, threads that come later
 * included. -1 where the machine or the kernel's setting (perf_event_paranoid) does not give them. */
#ifndef INSTRUCTIONS_H
#define INSTRUCTIONS_H

#include <dirent.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNTED_THREADS_MAX 512

struct instruction_counter {
    int fds[COUNTED_THREADS_MAX];
    int count;
};

static inline void close_counter(struct instruction_counter *c)
{
    for (int i = 0; i < c->count; i++)
        close(c->fds[i]);
    c->count = 0;
}

/* Begins to count; leaves the counter empty when it cannot count every thread there is. */
static inline void open_counter(struct instruction_counter *c, int pid, int is_user)
{
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.type = PERF_TYPE_HARDWARE;
    attr.size = sizeof attr;
    attr.config = PERF_COUNT_HW_INSTRUCTIONS;
    attr.inherit = 1;
    attr.exclude_hv = 1;
    attr.exclude_kernel = is_user ? 1 : 0;
    attr.exclude_user = is_user ? 0 : 1;
    c->count = 0;
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/task", pid);
    DIR *tasks = opendir(name);
    if (tasks == NULL)
        return;
    for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
        int tid = atoi(task->d_name);
        if (tid == 0)
            continue;
        int fd = c->count < COUNTED_THREADS_MAX ? (int)syscall(SYS_perf_event_open, &attr, tid, -1, -1, 0) : -1;
        if (fd < 0) {
            close_counter(c);
            break;
        }
        c->fds[c->count++] = fd;
    }
    closedir(tasks);
}

/* Instructions since the counter was opened; closes it. */
static inline long long read_counter(struct instruction_counter *c)
{
    long long sum = 0;
    for (int i = 0; i < c->count; i++) {
        long long value = 0;
        if (read(c->fds[i], &value, sizeof value) != sizeof value) {
            close_counter(c);
            return -1;
        }
        sum += value;
    }
    int is_open = c->count > 0;
    close_counter(c);
    return is_open ? sum : -1;
}

#endif
