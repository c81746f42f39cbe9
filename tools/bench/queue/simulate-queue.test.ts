import { expect, test } from 'vitest'
import { type Site, simulateQueue } from './simulate-queue.ts'

const site: Site = {
  workers: 4,
  placesOfWorker: 10,
  files: 4000,
  waitSeconds: 0.2,
  claimSeconds: 0,
  workerSeconds: 0,
  databaseSeconds: 0,
  coresOfDatabase: 2,
  coresOfNode: 2,
}
const rate = (overrides: Partial<Site>) => simulateQueue({ ...site, ...overrides }).filesPerSecond

test('slots limit files that only wait', () => {
  expect(rate({}) / 200).toBeCloseTo(1, 1)
})

test('cores limit files that only compute: each worker has its own, all share those of the database', () => {
  const ofWorkers = rate({ waitSeconds: 0, workerSeconds: 0.01, coresOfNode: 1 })
  const ofDatabase = rate({ waitSeconds: 0, databaseSeconds: 0.01, coresOfDatabase: 1 })

  expect(ofWorkers / 400).toBeCloseTo(1, 1)
  expect(ofDatabase / 100).toBeCloseTo(1, 1)
})

test('the lock limits claims, and the longer a worker waits for it the more files it takes at once', () => {
  const { filesPerSecond, lockHeld, claimWaitSeconds } = simulateQueue({
    ...site,
    workers: 100,
    files: 20_000,
    claimSeconds: 0.02,
  })

  expect(lockHeld).toBeGreaterThan(0.99)
  expect(claimWaitSeconds).toBeGreaterThan(1)
  // There is one claim every 20 ms, and each fills all slots of the worker.
  expect(filesPerSecond / (10 / 0.02)).toBeCloseTo(1, 1)
})

test('on one machine workers and database share the cores', () => {
  const { coresOfNode: _, ...shared } = site
  const { filesPerSecond } = simulateQueue({
    ...shared,
    waitSeconds: 0,
    workerSeconds: 0.015,
    databaseSeconds: 0.005,
  })

  expect(filesPerSecond / 100).toBeCloseTo(1, 1)
})
