/* Closed loop at full speed: every connection has `depth` requests in flight, sent as one pre-built batch with one write; when
 * all of them are answered the batch goes out again. Every reply frame is counted, one in a thousand is compared whole.
 * usage: capacity_client PORT CONNECTIONS DEPTH PAYLOAD WINDOW_MS SERVER_PID MODE [tls]
 * MODE: echo; room, all connections name one stage; fan-out, one room in which the first connection sends the batch and every
 * connection gets a push for each of its messages, the next batch when all have all; hold, the connections say nothing; churn,
 * each connection authenticates, is answered, resets and comes again: a message is such a life.
 * Prints 'open', waits under load for a line of input, prints 'begin', then 'end' and one line of JSON. Ends with its input. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "frames.h"
#include "instructions.h"
#include "tls.h"

#define FIRST_STAGE 1000
#define HELD_STAGES 1000000 /* silent connections are in other stages than those that send */
#define CHECK_EVERY 1000
#define EVENTS 512
#define INPUT_BYTES (256 * 1024)
#define PER_SOURCE 900      /* connections per source address, far below its ports */
#define REPLY_ID "EchoReply"
#define PUSH_ID "RoomState"
#define ID_BYTES 9          /* of both */

struct connection {
    struct wire wire;
    int outstanding;
    size_t partial;          /* bytes seen of the reply that is arriving */
    unsigned char *batch;
};

enum mode { ECHO, ROOM, FAN_OUT, HOLD, CHURN };

static enum mode mode;
static const char *answer_id = REPLY_ID;
static struct connection *connections;
static int count, depth, unfinished;
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

static void authenticate(struct connection *c, int64_t stage)
{
    unsigned char frame[256];
    wire_send(&c->wire, frame, write_request(frame, "AuthenticateRequest", 1, stage, NULL, 0));
    size_t held = 0;
    while (held < PREFIX_BYTES || held < PREFIX_BYTES + read32(frame)) {
        ssize_t n = wire_receive(&c->wire, frame + held, sizeof frame - held);
        if (n <= 0)
            die("authenticate");
        held += (size_t)n;
    }
    size_t id = frame[4];
    if (frame[15 + id] != 0 || frame[16 + id] != 0)
        die("authentication refused");
}

static void raise_descriptors(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void open_connection(struct connection *c, int number, int port, int64_t stage, int is_tls)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
    c->wire.fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->wire.fd < 0)
        die("socket");
    int on = 1;
    setsockopt(c->wire.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (count > PER_SOURCE) {
        struct sockaddr_in source = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000201u + (uint32_t)(number / PER_SOURCE))};
        if (bind(c->wire.fd, (struct sockaddr *)&source, sizeof source) < 0)
            die("bind");
    }
    if (connect(c->wire.fd, (struct sockaddr *)&address, sizeof address) < 0)
        die("connect");
    if (is_tls)
        wire_encrypt(&c->wire);
    authenticate(c, stage);
    wire_unblock(&c->wire);
}

static void build_batch(struct connection *c, int64_t stage, const unsigned char *payload)
{
    c->batch = malloc(batch_bytes);
    unsigned char *at = c->batch;
    for (int i = 0; i < depth; i++)
        at += write_request(at, "EchoRequest", mode == FAN_OUT ? 0 : (unsigned)i + 1, stage, payload, payload_bytes);
}

static void send_batch(struct connection *c)
{
    c->outstanding = depth;
    wire_send(&c->wire, c->batch, batch_bytes);
}

/* One batch of the first connection is owed to everybody. */
static void send_to_room(void)
{
    unfinished = count;
    for (int i = 0; i < count; i++)
        connections[i].outstanding = depth;
    wire_send(&connections[0].wire, connections[0].batch, batch_bytes);
}

static void finish(struct connection *c)
{
    if (mode != FAN_OUT)
        send_batch(c);
    else if (--unfinished == 0)
        send_to_room();
}

/* All answers have one length, so whole frames are counted by arithmetic; the length itself is checked in each. */
static void take(struct connection *c, size_t end)
{
    size_t at = 0;
    if (c->partial > 0) {
        size_t rest = one_reply_bytes - c->partial;
        if (end < rest) {
            c->partial += end;
            return;
        }
        at = rest;
        messages++;
        c->outstanding--;
        c->partial = 0;
    }
    while (end - at >= one_reply_bytes) {
        if (read32(input + at) != one_reply_bytes - PREFIX_BYTES)
            wrong++;
        if (messages % CHECK_EVERY == 0) {
            checked++;
            if (input[at + 4] != ID_BYTES || memcmp(input + at + 5, answer_id, ID_BYTES) != 0 || memcmp(input + at + one_reply_bytes - payload_bytes, expected, payload_bytes) != 0
                || input[at + 15 + ID_BYTES] != 0 || input[at + 16 + ID_BYTES] != 0)
                wrong++;
        }
        at += one_reply_bytes;
        messages++;
        c->outstanding--;
    }
    c->partial = end - at;
}

/* An encrypted connection may hold more than one record that the kernel no longer shows as readable: it is read until it is empty. */
static void receive(struct connection *c)
{
    do {
        ssize_t n = wire_receive(&c->wire, input, sizeof input);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (n <= 0)
            die("recv");
        take(c, (size_t)n);
        if (c->outstanding < 0)
            wrong++;
        if (c->outstanding == 0 && c->partial == 0)
            finish(c);
    } while (c->wire.tls != NULL);
}

/* One more life of a connection. Closing resets, so no port waits for late packets. */
static void come(struct connection *c, int port, int epoll)
{
    int number = (int)(c - connections), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
    struct linger reset = {.l_onoff = 1, .l_linger = 0};
    unsigned char frame[256];
    c->wire.fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->wire.fd < 0)
        die("socket");
    setsockopt(c->wire.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(c->wire.fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    if (connect(c->wire.fd, (struct sockaddr *)&address, sizeof address) < 0)
        die("connect");
    wire_send(&c->wire, frame, write_request(frame, "AuthenticateRequest", 1, FIRST_STAGE + number, NULL, 0));
    wire_unblock(&c->wire);
    c->partial = 0;
    struct epoll_event readable = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(epoll, EPOLL_CTL_ADD, c->wire.fd, &readable);
}

/* The answer to an authentication ends a life. It is so short that it is kept in the batch's place. */
static void leave(struct connection *c, int port, int epoll)
{
    ssize_t n = wire_receive(&c->wire, c->batch + c->partial, batch_bytes - c->partial);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0)
        die("recv");
    c->partial += (size_t)n;
    if (c->partial < PREFIX_BYTES || c->partial < PREFIX_BYTES + read32(c->batch))
        return;
    size_t id = c->batch[4];
    if (c->partial != PREFIX_BYTES + read32(c->batch) || c->batch[15 + id] != 0 || c->batch[16 + id] != 0)
        wrong++;
    checked++;
    messages++;
    close(c->wire.fd);
    come(c, port, epoll);
}

static enum mode mode_of(const char *word)
{
    static const char *const words[] = {"echo", "room", "fan-out", "hold", "churn"};
    for (int i = 0; i < 5; i++)
        if (strcmp(word, words[i]) == 0)
            return (enum mode)i;
    fprintf(stderr, "unknown mode %s\n", word);
    exit(2);
}

static void say(const char *line)
{
    puts(line);
    fflush(stdout);
}

/* Only ends with the input. */
static int hold(void)
{
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 8) {
        fprintf(stderr, "usage: capacity_client PORT CONNECTIONS DEPTH PAYLOAD WINDOW_MS SERVER_PID echo|room|fan-out|hold|churn [tls]\n");
        return 2;
    }
    int port = atoi(argv[1]), pid = atoi(argv[6]);
    double window = atof(argv[5]) / 1e3;
    int is_tls = argc > 8 && strcmp(argv[8], "tls") == 0;
    mode = mode_of(argv[7]);
    count = atoi(argv[2]);
    depth = atoi(argv[3]);
    payload_bytes = (size_t)atol(argv[4]);
    batch_bytes = (size_t)depth * request_bytes(11, payload_bytes);
    one_reply_bytes = reply_bytes(ID_BYTES, payload_bytes);
    answer_id = mode == FAN_OUT ? PUSH_ID : REPLY_ID;
    expected = malloc(payload_bytes + 1);
    for (size_t i = 0; i < payload_bytes; i++)
        expected[i] = (unsigned char)(i * 31 + 7);

    raise_descriptors();
    connections = calloc((size_t)count, sizeof *connections);
    int epoll = epoll_create1(0);
    int64_t first = mode == HOLD ? FIRST_STAGE + HELD_STAGES : FIRST_STAGE;
    for (int i = 0; mode == CHURN && i < count; i++) {
        connections[i].batch = malloc(batch_bytes);
        come(&connections[i], port, epoll);
    }
    for (int i = 0; mode != CHURN && i < count; i++) {
        int64_t stage = mode == ROOM || mode == FAN_OUT ? first : first + i;
        open_connection(&connections[i], i, port, stage, is_tls);
        build_batch(&connections[i], stage, expected);
        struct epoll_event readable = {.events = EPOLLIN, .data.ptr = &connections[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].wire.fd, &readable);
    }
    say("open");
    if (mode == HOLD)
        return hold();
    struct epoll_event command = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &command);
    if (mode == FAN_OUT)
        send_to_room();
    else
        for (int i = 0; mode != CHURN && i < count; i++)
            send_batch(&connections[i]);

    long threads = 0;
    int is_measuring = 0;
    double begin = 0, end = 0, cpu0 = 0, client0 = 0;
    struct instruction_counter user = {.count = 0}, kernel = {.count = 0};
    for (;;) {
        struct epoll_event ready[EVENTS];
        int n = epoll_wait(epoll, ready, EVENTS, 100), is_asked = 0;
        if (n < 0 && errno != EINTR)
            die("epoll_wait");
        for (int i = 0; i < n; i++) {
            if (ready[i].data.ptr == NULL)
                is_asked = 1;
            else if (mode == CHURN)
                leave(ready[i].data.ptr, port, epoll);
            else
                receive(ready[i].data.ptr);
        }
        if (is_asked) {
            char line[64];
            if (is_measuring || read(STDIN_FILENO, line, sizeof line) <= 0)
                return 1;
            say("begin");
            is_measuring = 1;
            open_counter(&user, pid, 1);
            open_counter(&kernel, pid, 0);
            messages = 0;
            cpu0 = server_cpu(pid, &threads);
            client0 = own_cpu();
            begin = now();
            end = begin + window;
        } else if (is_measuring && now() >= end) {
            double cpu1 = server_cpu(pid, &threads), client1 = own_cpu(), seconds = now() - begin;
            char tls[128];
            say("end");
            printf("{\"messages\":%lld,\"seconds\":%.6f,\"serverCpuSeconds\":%.4f,\"clientCpuSeconds\":%.4f,\"threads\":%ld,\"checked\":%lld,\"wrong\":%lld,"
                   "\"userInstructions\":%lld,\"kernelInstructions\":%lld,\"tls\":\"%s\"}\n",
                   messages, seconds, cpu1 - cpu0, client1 - client0, threads, checked, wrong, read_counter(&user), read_counter(&kernel),
                   wire_description(&connections[0].wire, tls, sizeof tls));
            return wrong == 0 ? 0 : 1;
        }
    }
}
