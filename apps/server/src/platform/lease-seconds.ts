/**
 * A lease expires this many seconds after the last heartbeat. Heartbeats come every second or two,
 * so one late heartbeat does no harm; after expiry, another process takes over the work.
 */
export const defaultLeaseSeconds = 6
