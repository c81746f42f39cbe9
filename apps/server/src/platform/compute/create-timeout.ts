/** Creates a restartable timeout that does not keep the process alive. */
export function createTimeout(onTimeout: (seconds: number) => void) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start(seconds: number) {
      stop()
      timer = setTimeout(() => onTimeout(seconds), seconds * 1000).unref()
    },
  }
}
