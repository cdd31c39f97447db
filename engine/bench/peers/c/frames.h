/* The client frame, little-endian; see the protocol page of the documentation.
 * request: int32 length | uint8 n | n bytes id | uint16 seq | int64 stage | payload
 * reply:   the same up to stage | uint16 error | int32 original size | payload */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdint.h>
#include <string.h>

#define PREFIX_BYTES 4
#define REQUEST_FIXED_BYTES 11
#define REPLY_EXTRA_BYTES 6

static inline uint32_t read32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void write32(unsigned char *p, uint32_t v)
{
    p[0] = (unsigned char)v;
    p[1] = (unsigned char)(v >> 8);
    p[2] = (unsigned char)(v >> 16);
    p[3] = (unsigned char)(v >> 24);
}

static inline void write16(unsigned char *p, unsigned v)
{
    p[0] = (unsigned char)v;
    p[1] = (unsigned char)(v >> 8);
}

/* Bytes of a request frame. */
static inline size_t request_bytes(size_t id_bytes, size_t payload_bytes)
{
    return PREFIX_BYTES + REQUEST_FIXED_BYTES + id_bytes + payload_bytes;
}

/* Bytes of a reply frame. */
static inline size_t reply_bytes(size_t id_bytes, size_t payload_bytes)
{
    return request_bytes(id_bytes, payload_bytes) + REPLY_EXTRA_BYTES;
}

/* Writes a request; returns its bytes. */
static inline size_t write_request(unsigned char *p, const char *id, unsigned seq, int64_t stage, const unsigned char *payload, size_t payload_bytes)
{
    size_t n = strlen(id);
    size_t total = request_bytes(n, payload_bytes);
    write32(p, (uint32_t)(total - PREFIX_BYTES));
    p[4] = (unsigned char)n;
    memcpy(p + 5, id, n);
    write16(p + 5 + n, seq);
    memcpy(p + 7 + n, &stage, 8);
    if (payload_bytes > 0)
        memcpy(p + 15 + n, payload, payload_bytes);
    return total;
}

#endif
