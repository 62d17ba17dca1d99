import { savePicture } from './save-picture.ts'
import { text } from './texts.ts'

chrome.runtime.onInstalled.addListener(() =>
  chrome.contextMenus.create({ id: 'save', title: text('save'), contexts: ['image'] }),
)
// Chromium and Firefox use the keys of the default command, Ctrl+Shift+M, themselves.
chrome.commands.onCommand.addListener(() => void chrome.action.openPopup())
chrome.contextMenus.onClicked.addListener((info, tab) => void savePicture(info, tab))
