/** Whether this process may be sent requests, as far as its start goes: its database is migrated and seeded. */
export type Readiness = { isReady: boolean }
