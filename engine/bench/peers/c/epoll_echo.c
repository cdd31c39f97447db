/* A framed echo on bare epoll: one thread, one read and one write per readable connection, no allocation after the accept.
 * Stands for what the kernel alone costs. It trusts its one client: a frame that does not fit its buffer ends the program. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "frames.h"

#define BUFFER_BYTES (512 * 1024)
#define EVENTS 512

struct connection {
    int fd;
    size_t held;
    unsigned char *input;
};

static unsigned char output[2 * BUFFER_BYTES];

static void die(const char *what)
{
    perror(what);
    exit(1);
}

/* Answers every whole frame of the input; returns the bytes of the answers and moves the rest to the front. */
static size_t answer(struct connection *c)
{
    size_t at = 0, written = 0;
    while (c->held - at >= PREFIX_BYTES) {
        const unsigned char *in = c->input + at;
        size_t total = PREFIX_BYTES + read32(in);
        if (total > BUFFER_BYTES)
            die("frame too large");
        if (c->held - at < total)
            break;
        size_t n = in[4];
        size_t payload = total - PREFIX_BYTES - REQUEST_FIXED_BYTES - n;
        int is_request = n > 7 && memcmp(in + 5 + n - 7, "Request", 7) == 0;
        size_t stem = is_request ? n - 7 : n;
        size_t m = stem + 5;
        unsigned char *out = output + written;
        size_t reply = reply_bytes(m, payload);
        write32(out, (uint32_t)(reply - PREFIX_BYTES));
        out[4] = (unsigned char)m;
        memcpy(out + 5, in + 5, stem);
        memcpy(out + 5 + stem, "Reply", 5);
        memcpy(out + 5 + m, in + 5 + n, 10);
        memset(out + 15 + m, 0, REPLY_EXTRA_BYTES);
        memcpy(out + 21 + m, in + 15 + n, payload);
        written += reply;
        at += total;
    }
    memmove(c->input, c->input + at, c->held - at);
    c->held -= at;
    return written;
}

static void write_all(int fd, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t n = send(fd, output + sent, length - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return; /* The client is gone: the next read says so. */
        sent += (size_t)n;
    }
}

static void serve(struct connection *c, int epoll)
{
    ssize_t n = recv(c->fd, c->input + c->held, BUFFER_BYTES - c->held, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, c->fd, NULL);
        close(c->fd);
        free(c->input);
        free(c);
        return;
    }
    c->held += (size_t)n;
    size_t written = answer(c);
    if (written > 0)
        write_all(c->fd, written);
}

int main(void)
{
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 4096) < 0)
        die("listen");
    getsockname(listener, (struct sockaddr *)&address, &length);
    int epoll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    struct epoll_event input = {.events = EPOLLIN, .data.ptr = &input};
    epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &input);
    printf("ready %d %d\n", ntohs(address.sin_port), getpid());
    fflush(stdout);

    for (;;) {
        struct epoll_event ready[EVENTS];
        int count = epoll_wait(epoll, ready, EVENTS, -1);
        if (count < 0 && errno != EINTR)
            die("epoll_wait");
        for (int i = 0; i < count; i++) {
            if (ready[i].data.ptr == &input) {
                /* Lines ask as a managed server is asked; the end of the input ends the program. */
                char line[64];
                ssize_t n = read(STDIN_FILENO, line, sizeof line);
                if (n <= 0)
                    return 0;
                if (line[0] == 'u') {
                    struct rusage use;
                    getrusage(RUSAGE_SELF, &use);
                    printf("used %ld 0\n", (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000L + use.ru_utime.tv_usec + use.ru_stime.tv_usec);
                } else {
                    printf(line[0] == 't' ? "threads 1\n" : "allocated 0\n");
                }
                fflush(stdout);
            } else if (ready[i].data.ptr == NULL) {
                int fd = accept(listener, NULL, NULL);
                if (fd < 0)
                    continue;
                int on = 1;
                setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                struct connection *c = malloc(sizeof *c);
                c->fd = fd;
                c->held = 0;
                c->input = malloc(BUFFER_BYTES);
                struct epoll_event readable = {.events = EPOLLIN, .data.ptr = c};
                epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &readable);
            } else {
                serve(ready[i].data.ptr, epoll);
            }
        }
    }
}
