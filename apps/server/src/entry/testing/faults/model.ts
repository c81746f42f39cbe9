import { setTimeout as sleep } from 'node:timers/promises'
import { openAlone } from './alone.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import type { ModelTrouble } from './model-door.ts'
import { tellUnderLoad } from './site.ts'

type ModelFaultOptions = {
  readonly trouble: (seconds: number) => ModelTrouble
  /** Whether a document may end with an error that says what is wrong. */
  readonly mayFail: boolean
}

/** Short, so that callers see the end of it. */
const timeoutSeconds = 3

const storyOf =
  ({ trouble, mayFail }: ModelFaultOptions) =>
  async (plan: FaultPlan): Promise<FaultVerdict> => {
    await using cleaning = new AsyncDisposableStack()
    const singleInstallation = await openAlone(cleaning, { timeoutSeconds })
    const { modelDoor } = singleInstallation
    return await tellUnderLoad(singleInstallation, plan, {
      ...singleInstallation,
      mayEnd: mayFail ? ['failed'] : [],
      mayCostCalls: false,
      async fault() {
        modelDoor.setTrouble(trouble(plan.seconds))
        await sleep(plan.seconds * 1000)
        modelDoor.setTrouble('none')
      },
      besides: () => ({
        'requests that no model saw': modelDoor.keptBack(),
        'replies that the door spoiled': modelDoor.spoiled().length,
      }),
    })
  }

export const silenceModel = storyOf({ trouble: () => 'dead', mayFail: true })
export const dripReplies = storyOf({ trouble: () => 'drips', mayFail: true })
export const cutReplies = storyOf({ trouble: () => 'cuts', mayFail: true })
export const refuseCalls = storyOf({
  trouble: (seconds) => ({ busyUntil: Date.now() + seconds * 1000 }),
  mayFail: false,
})
