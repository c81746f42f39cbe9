/** What OCR should read on a page; `marks` means check boxes only. */
export type OcrNeed = 'none' | 'marks' | 'pictures' | 'page'
