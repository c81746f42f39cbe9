import type { ComponentType } from 'react'
import type { Workflow } from '../workflow.ts'

export const stages = ['source', 'tool', 'destination'] as const
export type Stage = (typeof stages)[number]

/** Reasons why the workflow cannot be deployed in each of the ways; undefined if it can. */
type DeployRefusals = {
  readonly api: string | undefined
  readonly etl: string | undefined
  readonly task: string | undefined
}

/**
 * Parts of the editor provided by features that depend on workflows: running, deploying and
 * reviewing.
 */
export type EditorParts = {
  readonly Run: ComponentType<{
    readonly workflow: Workflow
    /** Reason why the workflow cannot run yet. */
    readonly refusal: string | undefined
    /** Whether it fetches its files from a source. */
    readonly fetchesFiles: boolean
  }>
  /** Controls for running step by step. */
  readonly Steps: EditorParts['Run']
  readonly Deploy: ComponentType<{
    readonly workflow: Workflow
    readonly refusals: DeployRefusals
  }>
  /** Further actions on the workflow as a whole. */
  readonly More: ComponentType<{
    readonly workflow: Workflow
    /** Reason why the user may not change the workflow. */
    readonly refusal: string | undefined
  }>
  /** Shows where the workflow is deployed. */
  readonly Deployed: ComponentType<{ readonly workflow: Workflow }>
  /**
   * Settings for which files are reviewed before delivery, and where approved results are
   * delivered.
   */
  readonly Review: ComponentType<{ readonly workflowId: string }>
  /** State of the current run at a stage. */
  readonly StageState: ComponentType<{ readonly stage: Stage }>
  /** Input and output of a stage. */
  readonly StageData: ComponentType<{ readonly stage: Stage }>
}
