/** The door of this room: all that other rooms may use. */
export { type CallContext, runStep, type Step, waitOutside } from './call-context.ts'
export { callModel } from './call-model.ts'
export { embedTexts } from './embed-texts.ts'
export { forgetModelCalls } from './forget-model-calls.ts'
