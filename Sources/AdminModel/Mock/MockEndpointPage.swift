/// The endpoints of the mock, sorted by name.
package struct MockEndpointPage: APIObject {
  package let endpoints: [MockEndpointDetails]

  package init(endpoints: [MockEndpointDetails]) { self.endpoints = endpoints }

  package static let members = MemberList(
    named: "MockEndpoints", Self.init, Member("endpoints", \Self.endpoints))
}
