import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useUploadDocument } from '../document.queries.ts'
import { validateFile } from '../documents/check-file.ts'
import { projectList, useCreateProject } from '../project.queries.ts'
import { proposals, useAcceptFields } from '../proposal.queries.ts'

const maxNameLength = 100
const maxNumber = 50

/**
 * Makes a project of one document: uploads it, adds a prompt for each field that it suggests, with
 * the value that was found, and opens the project. Returns what is being done, until it is opened.
 */
export function useStartFromDocument() {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const { mutateAsync: create } = useCreateProject()
  const { mutateAsync: upload } = useUploadDocument()
  const { mutateAsync: accept } = useAcceptFields()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const router = useRouter()
  const paths = usePaths()
  const [step, setStep] = useState<string>()

  /** A project that was created stays, and is opened, even if a later step fails. */
  async function fill(projectId: string, file: File, startPath: string) {
    try {
      const document = await upload({ projectId, file, onProgress: () => undefined })
      if (!document) throw new Error('The server returned no document.')
      setStep('Looking for fields…')
      const { fields } = await client.fetchQuery(proposals(projectId, document.id))
      if (fields.length > 0) await accept({ projectId, documentId: document.id, fields })
      else alerts.hint('No fields were found. Write a prompt for what you need.')
    } catch (error) {
      alerts.showError(error, 'Failed to read the document')
    }
    // Somebody who has gone to another page meanwhile stays there.
    if (router.state.location.pathname !== startPath) return
    await navigate({ to: paths.project(projectId) })
  }

  /** A name may belong to a project that the user cannot see, so that only the server knows it. */
  async function createUnderFreeName(
    fileName: string,
    takenNames: readonly string[],
  ): Promise<{ readonly id: string }> {
    const name = findFreeName(fileName, takenNames)
    const author = user.displayName || user.email
    try {
      return await create({ name, author, description: `Fields of ${fileName}` })
    } catch (refusal) {
      const isTaken = failuresByField(refusal).has('name') && !name.endsWith(`(${maxNumber})`)
      if (!isTaken) throw refusal
      return createUnderFreeName(fileName, [...takenNames, name])
    }
  }

  async function start(file: File) {
    const failure = validateFile(file, [])
    if (failure) return alerts.warn(failure)
    setStep(`Uploading ${file.name}…`)
    try {
      const { pathname } = router.state.location
      const names = (await client.fetchQuery(projectList)).map(({ name }) => name)
      const { id } = await createUnderFreeName(file.name, names)
      await fill(id, file, pathname)
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
