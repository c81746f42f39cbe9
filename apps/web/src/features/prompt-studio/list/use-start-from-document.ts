import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useUploadDocument } from '../document.queries.ts'
import { validateFile } from '../documents/check-file.ts'
import { projectList, useCreateProject } from '../project.queries.ts'
import { proposals, useAcceptFields } from '../proposal.queries.ts'

const maxNameLength = 100

/**
 * Makes a project of one document: uploads it, adds a prompt for each field that it suggests, and
 * opens the project, which then runs them. Returns what is being done, until it is opened.
 */
export function useStartFromDocument() {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const { mutateAsync: create } = useCreateProject()
  const { mutateAsync: upload } = useUploadDocument()
  const { mutateAsync: accept } = useAcceptFields()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const paths = usePaths()
  const [step, setStep] = useState<string>()

  /** A project that was created stays, and is opened, even if a later step fails. */
  async function fill(projectId: string, file: File) {
    try {
      const document = await upload({ projectId, file, onProgress: () => undefined })
      if (!document) throw new Error('The server returned no document.')
      setStep('Looking for fields…')
      const { fields } = await client.fetchQuery(proposals(projectId, document.id))
      if (fields.length > 0) await accept({ projectId, fields })
      else alerts.hint('No fields were found. Write a prompt for what you need.')
    } catch (error) {
      alerts.showError(error, 'Failed to read the document')
    }
    await navigate({ to: paths.project(projectId), search: { run: 'all' } as never })
  }

  async function start(file: File) {
    const failure = validateFile(file, [])
    if (failure) return alerts.warn(failure)
    setStep(`Uploading ${file.name}…`)
    try {
      const names = (await client.fetchQuery(projectList)).map(({ name }) => name)
      const { id } = await create({
        name: findFreeName(file.name, names),
        author: user.displayName || user.email,
        description: `Fields of ${file.name}`,
      })
      await fill(id, file)
    } catch (error) {
      alerts.showError(error, 'Failed to create the project')
    } finally {
      setStep(undefined)
    }
  }

  return { step, start: (file: File) => void start(file) }
}

/** Returns the name of the file without its ending, with a number if a project has it. */
function findFreeName(fileName: string, takenNames: readonly string[]): string {
  const baseName = fileName.replace(/\.[^.]*$/, '').slice(0, maxNameLength) || 'Document'
  const isTaken = (candidate: string) =>
    takenNames.some((name) => name.toLowerCase() === candidate.toLowerCase())
  let name = baseName
  for (let number = 2; isTaken(name); number++) name = `${baseName} (${number})`
  return name
}
