import type { ComponentType } from 'react'
import type { Project } from '../project.ts'

/** What the rooms above bring to the editor. */
export type StudioParts = {
  /** Offers the project to programs. */
  readonly Deploy: ComponentType<{ readonly project: Pick<Project, 'id' | 'name'> }>
}
