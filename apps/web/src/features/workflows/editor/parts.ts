import type { ComponentType } from 'react'
import type { Workflow } from '../workflow.ts'

export const stages = ['source', 'tool', 'destination'] as const
export type Stage = (typeof stages)[number]

/** What the rooms above bring to the editor: running a workflow, and deploying it. */
export type EditorParts = {
  readonly Run: ComponentType<{
    readonly workflow: Workflow
    /** Why the workflow cannot run yet. */
    readonly refusal: string | undefined
  }>
  readonly Deploy: ComponentType<{
    readonly workflow: Workflow
    readonly refusal: string | undefined
  }>
  /** Says where the workflow is deployed. */
  readonly Deployed: ComponentType<{ readonly workflow: Workflow }>
  /** How far the present run is at a stage. */
  readonly StageState: ComponentType<{ readonly stage: Stage }>
  /** What went into a stage and what came out. */
  readonly StageData: ComponentType<{ readonly stage: Stage }>
}
