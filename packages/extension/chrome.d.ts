interface ExtensionTab {
  id?: number
  index: number
}

/** A click in the context menu. */
interface ExtensionClick {
  srcUrl?: string
  pageUrl?: string
  frameId?: number
}

interface ExtensionEvent<Listener> {
  addListener(listener: Listener): void
}

/** The part of the WebExtensions API in use, which Firefox offers under the same name. */
declare const chrome: {
  runtime: { onInstalled: ExtensionEvent<() => void>; openOptionsPage(): Promise<void> }
  i18n: { getMessage(name: string, substitutions?: string[]): string }
  storage: {
    local: {
      get(key: string): Promise<Record<string, unknown>>
      set(items: Record<string, unknown>): Promise<void>
      remove(key: string): Promise<void>
    }
  }
  permissions: {
    request(permissions: { origins: string[] }): Promise<boolean>
    remove(permissions: { origins: string[] }): Promise<boolean>
  }
  tabs: {
    create(properties: { url: string; index?: number }): Promise<ExtensionTab>
    get(id: number): Promise<ExtensionTab>
    remove(id: number): Promise<void>
  }
  commands: { onCommand: ExtensionEvent<(name: string) => void> }
  action: { openPopup(): Promise<void> }
  contextMenus: {
    create(properties: { id: string; title: string; contexts: string[] }): void
    onClicked: ExtensionEvent<(info: ExtensionClick, tab?: ExtensionTab) => void>
  }
  scripting: {
    executeScript<Result>(injection: {
      target: { tabId: number; frameIds?: number[] }
      func: (argument: string) => Result | Promise<Result>
      args: [string]
    }): Promise<{ result?: Result }[]>
  }
}
