/** Paths of the pages that show a project by its public link. */
export const sharedPaths = {
  project: (shareId: string) => `/promptStudio/share/${encodeURIComponent(shareId)}`,
  analyzer: (shareId: string) =>
    `/promptStudio/share/${encodeURIComponent(shareId)}/outputAnalyzer`,
}
