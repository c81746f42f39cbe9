/** What OCR should read of a page; `marks` are the check boxes alone. */
export type OcrNeed = 'none' | 'marks' | 'pictures' | 'page'
