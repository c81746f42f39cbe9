import type { FileStore } from './file-store.ts'

/** The folders in which every organization has a folder of its own. Add new kinds here. */
const kinds = ['documents', 'text-service'] as const

/** Returns the folder of an organization, in which all its files of one kind are. */
export const organizationFolder = (kind: (typeof kinds)[number], organizationId: number): string =>
  `${kind}/${organizationId}`

/** Deletes all files of an organization, whatever its rows say about them. */
export async function deleteFilesOfOrganization(
  files: Pick<FileStore, 'delete'>,
  organizationId: number,
): Promise<void> {
  for (const kind of kinds) await files.delete(organizationFolder(kind, organizationId))
}
