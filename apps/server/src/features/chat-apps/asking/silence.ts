/** Whoever answers a question shows every second that it lives; after such a silence it does not. */
export const secondsOfSilence = 30
