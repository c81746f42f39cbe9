import type { ComponentType } from 'react'
import type { Workflow } from '../workflow.ts'

export const stages = ['source', 'tool', 'destination'] as const
export type Stage = (typeof stages)[number]

/** Why the workflow cannot be deployed in each of the ways, where it cannot. */
type DeployRefusals = {
  readonly api: string | undefined
  readonly etl: string | undefined
  readonly task: string | undefined
}

/** What the rooms above bring to the editor: running a workflow, and deploying it. */
export type EditorParts = {
  readonly Run: ComponentType<{
    readonly workflow: Workflow
    /** Why the workflow cannot run yet. */
    readonly refusal: string | undefined
    /** Whether it fetches its files by itself. */
    readonly fetchesFiles: boolean
  }>
  /** Lets a run go on step by step. */
  readonly Steps: EditorParts['Run']
  readonly Deploy: ComponentType<{
    readonly workflow: Workflow
    readonly refusals: DeployRefusals
  }>
  /** What else can be done with the workflow as a whole. */
  readonly More: ComponentType<{ readonly workflow: Workflow }>
  /** Says where the workflow is deployed. */
  readonly Deployed: ComponentType<{ readonly workflow: Workflow }>
  /** What people look at before it is delivered, and where it goes then. */
  readonly Review: ComponentType<{ readonly workflowId: string }>
  /** How far the present run is at a stage. */
  readonly StageState: ComponentType<{ readonly stage: Stage }>
  /** What went into a stage and what came out. */
  readonly StageData: ComponentType<{ readonly stage: Stage }>
}
