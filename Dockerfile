# SPDX-License-Identifier: MIT
# The command in a container: docker build -t redlock .
#
#     docker run --rm -e REDLOCK_NODES=redis://... redlock status backup
#
# BASE is the system: Debian 12 unless another is given, as by
# --build-arg BASE=debian:13-slim.
#
# The target "chaos" has the workers of tests/chaos/ beside it; where MUTANT
# names one, their library breaks a rule on purpose.
ARG BASE=debian:12-slim

FROM $BASE AS build
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends gcc libc6-dev libcriterion-dev libev-dev \
    libhiredis-dev liblua5.1-0-dev libssl-dev meson ninja-build pkg-config
WORKDIR /source
COPY . .
ARG MUTANT=
RUN meson setup /build -Dtests=enabled -Dbuildtype=release --prefix=/usr \
    --libdir=lib && \
    ninja -C /build cli/redlock tests/chaos/chaos_worker \
    tests/chaos/chaos_worker_whole tests/chaos/slow_network && \
    { [ -z "$MUTANT" ] || tests/mutate/kept build /build "$MUTANT" \
    tests/chaos/chaos_worker_whole /build/tests/chaos/chaos_worker; } && \
    meson install -C /build --no-rebuild --destdir /install && \
    rm -rf /install/usr/include /install/usr/lib/pkgconfig \
    /install/usr/lib/libredlock.so

FROM $BASE AS base
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends libev4 '^libhiredis[0-9.]+$' libssl3 \
    ca-certificates && \
    rm -rf /var/lib/apt/lists/* && \
    useradd --system --no-create-home --uid 10001 redlock
COPY --from=build /install /
USER redlock

FROM base AS chaos
COPY --from=build /build/tests/chaos/chaos_worker \
    /build/tests/chaos/slow_network /usr/bin/

FROM base AS commands
ENTRYPOINT ["redlock"]
CMD ["--help"]
