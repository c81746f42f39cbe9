/** Where a project is read by its link. */
export const sharedPaths = {
  project: (shareId: string) => `/promptStudio/share/${encodeURIComponent(shareId)}`,
  analyzer: (shareId: string) =>
    `/promptStudio/share/${encodeURIComponent(shareId)}/outputAnalyzer`,
}
