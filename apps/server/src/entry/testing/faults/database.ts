import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { tellUnderLoad } from './site.ts'
import { openTogether, type SharedProcesses } from './together.ts'

type Outage = (sharedInstallation: SharedProcesses, seconds: number) => Promise<void>

/** Two webs and two workers lose their database: what was accepted waits for it, and no call of a model is lost. */
const storyOf =
  (outage: Outage) =>
  async (plan: FaultPlan): Promise<FaultVerdict> => {
    await using cleaning = new AsyncDisposableStack()
    const sharedInstallation = await openTogether(cleaning, { webs: 2, workers: 2 })
    const { door } = sharedInstallation.installation
    return await tellUnderLoad(sharedInstallation, plan, {
      ...sharedInstallation,
      mayEnd: ['refused'],
      mayCostCalls: false,
      async fault() {
        const initialAttempts = door.attempts()
        await outage(sharedInstallation, plan.seconds)
        return { 'connections tried': door.attempts() - initialAttempts }
      },
    })
  }

export const stopDatabase = storyOf(async ({ installation }, seconds) => {
  await installation.stopDatabase()
  await sleep(seconds * 1000)
  await installation.startDatabase()
})

export const restartDatabase = storyOf(async ({ installation }) => {
  await installation.stopDatabase()
  await installation.startDatabase()
})

export const refuseDatabase = storyOf(async ({ installation: { door } }, seconds) => {
  door.set('refusing')
  await sleep(seconds * 1000)
  door.set('open')
})

export const freezeDatabase = storyOf(async ({ installation: { door } }, seconds) => {
  door.set('frozen')
  await sleep(seconds * 1000)
  door.set('open')
})
