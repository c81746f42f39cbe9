export { RunScope } from './run/RunScope.tsx'
export { RunWorkflow } from './run/RunWorkflow.tsx'
export { StageData } from './run/StageData.tsx'
export { StageState } from './run/StageState.tsx'
