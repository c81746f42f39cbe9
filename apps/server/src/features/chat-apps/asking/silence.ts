/**
 * Seconds without a sign of life after which a worker counts as dead. While it answers a question,
 * it gives one every second.
 */
export const secondsOfSilence = 30
