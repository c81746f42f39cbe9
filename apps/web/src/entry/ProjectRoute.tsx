import { DeployProject } from '../features/deployments/deployments.port.tsx'
import { ProjectPage } from '../features/prompt-studio/prompt-studio.port.ts'

const parts = { Deploy: DeployProject }

/** The editor of a project, with the parts that other features add: its deployment. */
export function ProjectRoute() {
  return <ProjectPage parts={parts} />
}
