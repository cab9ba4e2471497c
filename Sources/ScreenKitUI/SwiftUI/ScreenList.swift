#if canImport(SwiftUI)
  public import ScreenKit
  public import SwiftUI

  /// A list of the sections and items of a screen. Pulling it down asks the server; reaching its end loads the next
  /// page; changes are animated by the ids of items.
  public struct ScreenList: View {
    @ObservedObject private var model: ScreenModel

    /// Creates a list of what a model has.
    public init(_ model: ScreenModel) { _model = ObservedObject(wrappedValue: model) }

    private var screen: Screen { model.phase.snapshot?.screen ?? Screen(sections: []) }

    /// The list.
    public var body: some View {
      List {
        ForEach(screen.sections) { section in
          Section {
            ForEach(section.items) { ItemView($0) }
          } header: {
            if let header = section.header { Text(header) }
          } footer: {
            if let footer = section.footer { Text(footer) }
          }
        }
        // A row of its own, because the last item may show nothing.
        if let next = model.phase.snapshot?.nextPage {
          ProgressView().id(next).onAppear { model.loadNextPage() }
        }
      }
      .animation(model.isAnimated ? .default : nil, value: screen)
      .refreshable { await model.refresh() }
      .task(id: model.phase) { model.didDraw() }
    }
  }
#endif
