/* Closed loop at full speed: every connection has `depth` requests in flight, sent as one pre-built batch with one write; when
 * all of them are answered the batch goes out again. Every reply frame is counted, one in a thousand is compared whole.
 * usage: capacity_client PORT CONNECTIONS DEPTH PAYLOAD WARM_MS WINDOW_MS SERVER_PID [ROOM]
 * With ROOM 1 all connections name one stage. Prints 'begin', then 'end' and one line of JSON. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "frames.h"

#define FIRST_STAGE 1000
#define CHECK_EVERY 1000
#define EVENTS 512
#define INPUT_BYTES (256 * 1024)

struct connection {
    int fd;
    int outstanding;
    size_t partial;          /* bytes seen of the reply that is arriving */
    unsigned char *batch;
};

static int depth;
static size_t payload_bytes, batch_bytes, one_reply_bytes;
static long long messages, checked, wrong;
static unsigned char input[INPUT_BYTES];
static unsigned char *expected;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double own_cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* Processor seconds and threads of the server, from the kernel's own books. */
static double server_cpu(int pid, long *threads)
{
    char name[64], text[1024];
    snprintf(name, sizeof name, "/proc/%d/stat", pid);
    FILE *file = fopen(name, "r");
    if (file == NULL)
        die(name);
    size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = 0;
    char *after = strrchr(text, ')');
    unsigned long user = 0, kernel = 0;
    if (after == NULL || sscanf(after + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %*d %*d %*d %*d %ld", &user, &kernel, threads) != 3)
        die("stat");
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static void send_all(int fd, const unsigned char *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t n = send(fd, bytes + sent, length - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            die("send");
        sent += (size_t)n;
    }
}

static void authenticate(struct connection *c, int64_t stage)
{
    unsigned char frame[256];
    send_all(c->fd, frame, write_request(frame, "AuthenticateRequest", 1, stage, NULL, 0));
    size_t held = 0;
    while (held < PREFIX_BYTES || held < PREFIX_BYTES + read32(frame)) {
        ssize_t n = recv(c->fd, frame + held, sizeof frame - held, 0);
        if (n <= 0)
            die("authenticate");
        held += (size_t)n;
    }
    size_t id = frame[4];
    if (frame[15 + id] != 0 || frame[16 + id] != 0)
        die("authentication refused");
}

static void open_connection(struct connection *c, int port, int64_t stage, const unsigned char *payload)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    int on = 1;
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0)
        die("connect");
    authenticate(c, stage);
    c->batch = malloc(batch_bytes);
    c->partial = 0;
    unsigned char *at = c->batch;
    for (int i = 0; i < depth; i++)
        at += write_request(at, "EchoRequest", (unsigned)i + 1, stage, payload, payload_bytes);
}

static void send_batch(struct connection *c)
{
    c->outstanding = depth;
    send_all(c->fd, c->batch, batch_bytes);
}

/* All replies have one length, so whole frames are counted by arithmetic; the length itself is checked in each. */
static void receive(struct connection *c)
{
    ssize_t n = recv(c->fd, input, sizeof input, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0)
        die("recv");
    size_t at = 0, end = (size_t)n;
    size_t start_of_frame = c->partial == 0 ? 0 : one_reply_bytes - c->partial;
    if (c->partial > 0) {
        if (end < start_of_frame) {
            c->partial += end;
            return;
        }
        at = start_of_frame;
        messages++;
        c->outstanding--;
        c->partial = 0;
    }
    while (end - at >= one_reply_bytes) {
        if (read32(input + at) != one_reply_bytes - PREFIX_BYTES)
            wrong++;
        if (messages % CHECK_EVERY == 0) {
            checked++;
            size_t id = input[at + 4];
            if (id != 9 || memcmp(input + at + 5, "EchoReply", 9) != 0 || memcmp(input + at + one_reply_bytes - payload_bytes, expected, payload_bytes) != 0
                || input[at + 15 + id] != 0 || input[at + 16 + id] != 0)
                wrong++;
        }
        at += one_reply_bytes;
        messages++;
        c->outstanding--;
    }
    c->partial = end - at;
    if (c->outstanding == 0)
        send_batch(c);
}

int main(int argc, char **argv)
{
    if (argc < 8) {
        fprintf(stderr, "usage: capacity_client PORT CONNECTIONS DEPTH PAYLOAD WARM_MS WINDOW_MS SERVER_PID [ROOM]\n");
        return 2;
    }
    int port = atoi(argv[1]), count = atoi(argv[2]), pid = atoi(argv[7]);
    double warm = atof(argv[5]) / 1e3, window = atof(argv[6]) / 1e3;
    int is_room = argc > 8 && atoi(argv[8]) != 0;
    depth = atoi(argv[3]);
    payload_bytes = (size_t)atol(argv[4]);
    batch_bytes = (size_t)depth * request_bytes(11, payload_bytes);
    one_reply_bytes = reply_bytes(9, payload_bytes);
    expected = malloc(payload_bytes + 1);
    for (size_t i = 0; i < payload_bytes; i++)
        expected[i] = (unsigned char)(i * 31 + 7);

    struct connection *connections = calloc((size_t)count, sizeof *connections);
    int epoll = epoll_create1(0);
    for (int i = 0; i < count; i++) {
        open_connection(&connections[i], port, is_room ? FIRST_STAGE : FIRST_STAGE + i, expected);
        struct epoll_event readable = {.events = EPOLLIN, .data.ptr = &connections[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].fd, &readable);
    }
    for (int i = 0; i < count; i++)
        send_batch(&connections[i]);

    long threads = 0;
    int is_measuring = 0;
    double begin = now() + warm, end = begin + window, cpu0 = 0, client0 = 0;
    for (;;) {
        struct epoll_event ready[EVENTS];
        int n = epoll_wait(epoll, ready, EVENTS, 100);
        if (n < 0 && errno != EINTR)
            die("epoll_wait");
        for (int i = 0; i < n; i++)
            receive(ready[i].data.ptr);
        double t = now();
        if (!is_measuring && t >= begin) {
            printf("begin\n");
            fflush(stdout);
            is_measuring = 1;
            messages = 0;
            cpu0 = server_cpu(pid, &threads);
            client0 = own_cpu();
            begin = now();
            end = begin + window;
        } else if (is_measuring && t >= end) {
            double cpu1 = server_cpu(pid, &threads), client1 = own_cpu(), seconds = now() - begin;
            printf("end\n{\"messages\":%lld,\"seconds\":%.6f,\"serverCpuSeconds\":%.4f,\"clientCpuSeconds\":%.4f,\"threads\":%ld,\"checked\":%lld,\"wrong\":%lld}\n",
                   messages, seconds, cpu1 - cpu0, client1 - client0, threads, checked, wrong);
            return wrong == 0 ? 0 : 1;
        }
    }
}
