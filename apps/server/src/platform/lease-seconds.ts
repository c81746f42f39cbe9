/**
 * For so long what a process holds stays its own without a sign of life. Signs come every second or two, so that one
 * that comes late costs nothing; what a process held that has stopped or stands still begins anew after this.
 */
export const usualLeaseSeconds = 6
