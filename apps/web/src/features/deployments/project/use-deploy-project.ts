import { listDeploymentKeys, listDeployments } from '@recto/contract/deployments/deployments'
import { listToolVersions } from '@recto/contract/tools/tool-versions'
import { getExport, listRegistry } from '@recto/contract/tools/tools'
import { getWorkflow, listEndpoints, listWorkflows } from '@recto/contract/workflows/workflows'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Refusal } from '../../../shared/api/refusal.ts'
import { keyOf } from '../../../shared/api/requests.ts'
import { fieldIn } from '../../../shared/api/wire-names.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { deploymentNames } from '../deployment.ts'
import { type DeployStep, deployProject, findDeploymentToUpdate } from './deploy-project.ts'

const staleEndpoints = [
  listRegistry,
  getExport,
  listToolVersions,
  listWorkflows,
  getWorkflow,
  listEndpoints,
  listDeployments,
  listDeploymentKeys,
]

/** The workflow is named after the display name, so both rejections belong to that field. */
const fieldOf = fieldIn({ ...deploymentNames, displayName: 'display_name' })
const fieldOfAttr = (attr: string) => (attr === 'workflow_name' ? 'displayName' : fieldOf(attr))

type Names = { readonly displayName: string; readonly apiName: string; readonly isForced: boolean }

/** Deploys a project and resumes an earlier attempt that failed. */
export function useDeployProject(projectId: string) {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const exportedToolId = useRef<string>(undefined)
  const [step, onStep] = useState<DeployStep>()
  const deploy = useMutation({
    async mutationFn(names: Names) {
      const onExported = (id: string) => {
        exportedToolId.current = id
      }
      const options = { projectId, userId: Number(user.id), toolId: exportedToolId.current }
      try {
        return await deployProject({ ...options, ...names, onStep, onExported })
      } catch (error) {
        throw error instanceof Refusal ? error.withFields(fieldOfAttr) : error
      }
    },
    // Invalidates after failures as well, because some steps may have been completed.
    onSettled: () =>
      Promise.all(
        staleEndpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
      ),
  })
  return { deploy, step }
}

/** The deployment that deploying the project again updates; null if there is none yet. */
export function useDeploymentToUpdate(projectId: string) {
  const userId = Number(useSignedIn().user.id)
  return useQuery({
    queryKey: ['deployment of project', projectId],
    queryFn: () => findDeploymentToUpdate({ projectId, userId }),
    // Somebody may have deployed it in another tab since the dialog was last open.
    gcTime: 0,
  })
}
