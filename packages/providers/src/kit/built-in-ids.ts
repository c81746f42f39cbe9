/**
 * The adapters that need no network and no key. Every member starts with one of each. Stored rows
 * carry these ids: they never change.
 */
export const builtInExtractorId = 'recto-builtin|5cc73cb4-daf9-4862-931e-a27f69e5bb79'
export const builtInMiniLmId = 'recto-builtin|b42faa49-9a4d-432c-b8dc-570e5b35296a'
export const builtInStoreId = 'recto-builtin|698d90e3-c919-43a9-bcc3-06d4ee3d61eb'
export const builtInReaderId = 'recto-builtin|4d31693f-e535-440f-af56-cf5774872c28'
