import type { SourceListing } from './source-listing.ts'

/** Explains why a preview has found no file to read. */
export function explainEmptyPreview(listing: SourceListing): string {
  const { settings, skippedFiles, unmatchedFiles } = listing
  if (skippedFiles > 0) return 'All files of the source have already been processed.'
  if (unmatchedFiles > 0) {
    const files = unmatchedFiles === 1 ? '1 file, which does' : `${unmatchedFiles} files, which do`
    return `The source has ${files} not match ${describeFilter(settings)}.`
  }
  const { folders, processSubDirectories } = settings
  const place =
    folders.length === 0 ? 'The source' : `The folder ${folders.map(quote).join(' or ')}`
  const depth = processSubDirectories ? '' : ' Subfolders are not processed.'
  return `${place} contains no files.${depth}`
}

function describeFilter({ fileNamePattern, fileExtensions }: SourceListing['settings']): string {
  const types = fileExtensions.length > 0 && `the file types ${fileExtensions.join(', ')}`
  const pattern = fileNamePattern && `the file name pattern ${quote(fileNamePattern)}`
  return [types, pattern].filter(Boolean).join(' and ')
}

const quote = (text: string): string => `“${text}”`
