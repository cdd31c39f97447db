/* Bytes to and from a server, plain or, when built WITH_TLS and asked to, encrypted. The certificate is not looked at: what is
 * measured is the encryption. */
#ifndef TLS_H
#define TLS_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#ifdef WITH_TLS
#include <openssl/ssl.h>
typedef SSL tls_session;
#else
typedef void tls_session;
#endif

struct wire {
    int fd;
    tls_session *tls;        /* NULL for a plain connection */
};

static void wire_die(const char *what)
{
    perror(what);
    exit(1);
}

#ifdef WITH_TLS
static void wire_encrypt(struct wire *w)
{
    static SSL_CTX *context;
    if (context == NULL) {
        context = SSL_CTX_new(TLS_client_method());
        SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    }
    w->tls = SSL_new(context);
    SSL_set_fd(w->tls, w->fd);
    if (SSL_connect(w->tls) != 1) {
        fprintf(stderr, "TLS handshake failed\n");
        exit(1);
    }
}

static const char *wire_description(struct wire *w, char *text, size_t bytes)
{
    if (w->tls == NULL)
        return "";
    snprintf(text, bytes, "%s %s", SSL_get_version(w->tls), SSL_get_cipher_name(w->tls));
    return text;
}

/* The result of a call as recv and send give it: EAGAIN with errno, 0 at the end. */
static ssize_t wire_result(struct wire *w, int result)
{
    if (result > 0)
        return result;
    switch (SSL_get_error(w->tls, result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        errno = EAGAIN;
        return -1;
    case SSL_ERROR_ZERO_RETURN:
        return 0;
    default:
        errno = EPROTO;
        return -1;
    }
}
#else
static void wire_encrypt(struct wire *w)
{
    (void)w;
    fprintf(stderr, "built without TLS\n");
    exit(1);
}

static const char *wire_description(struct wire *w, char *text, size_t bytes)
{
    (void)w;
    (void)text;
    (void)bytes;
    return "";
}
#endif

/* From here on nothing blocks. */
static void wire_unblock(struct wire *w)
{
    fcntl(w->fd, F_SETFL, fcntl(w->fd, F_GETFL) | O_NONBLOCK);
}

static ssize_t wire_receive(struct wire *w, unsigned char *bytes, size_t length)
{
#ifdef WITH_TLS
    if (w->tls != NULL)
        return wire_result(w, SSL_read(w->tls, bytes, (int)length));
#endif
    return recv(w->fd, bytes, length, 0);
}

static void wire_send(struct wire *w, const unsigned char *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        ssize_t n;
#ifdef WITH_TLS
        if (w->tls != NULL)
            n = wire_result(w, SSL_write(w->tls, bytes + sent, (int)(length - sent)));
        else
#endif
            n = send(w->fd, bytes + sent, length - sent, MSG_NOSIGNAL);
        if (n > 0) {
            sent += (size_t)n;
        } else if (n < 0 && errno == EAGAIN) {
            struct pollfd writable = {.fd = w->fd, .events = POLLOUT};
            poll(&writable, 1, 1000);
        } else if (n == 0 || errno != EINTR) {
            wire_die("send");
        }
    }
}

#endif
