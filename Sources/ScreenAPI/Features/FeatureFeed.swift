import Dispatch
import HTTPWire
import JSONText
import Screens

/// Streams about changes of experiments: the whole payload to SDKs of GrowthBook, by client key, and a hint to
/// providers of OpenFeature.
///
/// `@unchecked`: `sent` is accessed only on the listeners' queue.
final class FeatureFeed: @unchecked Sendable {
  /// The limit of listeners. Each takes one of 20,000 connections.
  static let maximumListeners = 5000

  enum Topic: Hashable, Sendable {
    /// Events with the payload of a client key: one at the start, one after each change.
    case features(clientKey: String)
    /// Events that ask to evaluate again: one at the start, because something may have changed before, and one after
    /// each change.
    case flags

    fileprivate func event(_ body: [UInt8]) -> [UInt8] {
      switch self {
      // JSON text has no line ends, which would end the field (HTML §9.2.6).
      case .features: Array("event: features\ndata: ".utf8) + body + Array("\n\n".utf8)
      // OFREP, ADR 8.
      case .flags:
        Array("event: message\ndata: ".utf8)
          + (["type": "refetchEvaluation", "etag": .string(EntityTag.of(body))] as JSONValue).serialized()
          + Array("\n\n".utf8)
      }
    }
  }

  /// The last payload of a topic, and the function that makes the next one.
  private struct Sent {
    var body: [UInt8]
    let make: @Sendable () -> [UInt8]
  }

  private let listeners = EventListeners<Topic>(
    label: "marquee.features", maximum: maximumListeners, allowsOrigins: true, retry: 10_000,
    refusal: .endOfStream)
  private var sent: [Topic: Sent] = [:]
  private var isClosed = false

  var hasListeners: Bool { !listeners.isEmpty }

  /// Sends the payloads that have changed.
  func didChange() {
    if listeners.isEmpty { return }
    listeners.queue.async { [self] in
      forgetUnused()
      for (topic, last) in sent {
        let body = last.make()
        guard body != last.body else { continue }
        sent[topic]?.body = body
        listeners.send(topic.event(body), to: topic)
      }
    }
  }

  /// Begins a stream.
  /// - Parameter make: makes the present payload.
  func listen(to topic: Topic, _ responder: CountedResponder, make: @escaping @Sendable () -> [UInt8]) {
    listeners.add(to: [topic], responder) { [self] in
      let body = make()
      // Other listeners of this topic may have an older payload.
      if let last = sent[topic], last.body != body { listeners.send(topic.event(body), to: topic) }
      // Clients can name any topic, so topics without listeners must not accumulate.
      if sent.count >= 2 * listeners.topics.count + Self.spareTopics { forgetUnused() }
      if !isClosed { sent[topic] = Sent(body: body, make: make) }
      return topic.event(body)
    }
  }

  /// The number of topics without listeners that may be kept.
  private static let spareTopics = 64

  private func forgetUnused() {
    let topics = Set(listeners.topics)
    sent = sent.filter { topics.contains($0.key) }
  }

  /// Ends all streams. Later ones end after their first event.
  func close() {
    listeners.close()
    listeners.queue.async { [self] in
      isClosed = true
      // The functions that make payloads retain the publisher, and so this feed.
      sent = [:]
    }
  }
}
