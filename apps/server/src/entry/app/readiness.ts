/** Whether this process may be sent requests: its database is migrated and seeded. */
export type Readiness = { isReady: boolean }
