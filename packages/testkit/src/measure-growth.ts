import process from 'node:process'

/** Less than this is lost in the noise of a machine that others use, and harms nobody. */
const noiseMilliseconds = 400

/**
 * How much more processor time the work takes for four times as much: 4 where it is linear, 16 where it is
 * quadratic, and 1 where it is too quick to tell. The quicker of two runs counts.
 */
export async function measureGrowth(
  work: (size: number) => unknown,
  size: number,
): Promise<number> {
  const large = await quicker(work, 4 * size)
  if (large < noiseMilliseconds) return 1
  return large / Math.max(await quicker(work, size), 1)
}

/** The limit is between linear and quadratic growth, with a wide margin to both. */
export const maxGrowth = 9

async function quicker(work: (size: number) => unknown, size: number): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 2; run++) {
    const initialUsage = process.cpuUsage()
    await work(size)
    const { user, system } = process.cpuUsage(initialUsage)
    times.push((user + system) / 1000)
    // Far from the noise one run is enough.
    if (times[0] !== undefined && times[0] < noiseMilliseconds) break
  }
  return Math.min(...times)
}
