/** Runs out so many seconds after its last start. It keeps no process alive. */
export function openClock(onEnd: (seconds: number) => void) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start(seconds: number) {
      stop()
      timer = setTimeout(() => onEnd(seconds), seconds * 1000).unref()
    },
  }
}
