vcl 4.1;

# Varnish in front of Marquee: one cached object for each arm, not for each user.
#
# Varnish asks Marquee for the arm of each request for a screen. The response names the content URL, which is the same
# for all users of that arm. Varnish restarts the request with this URL as its key. See
# Sources/MarqueeServer/MarqueeServer.docc/PutACacheInFront.md.

import std;

# Change this to the address of Marquee.
backend marquee {
  .host = "127.0.0.1";
  .port = "8080";
  # Longer than the pause between two comments in a stream of events.
  .between_bytes_timeout = 90s;
}

# The clients that may purge. Varnish compares the address of the TCP connection. If a proxy on this machine ends TLS,
# let it speak the PROXY protocol with Varnish. Otherwise every client has the address of the proxy.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.restarts > 0) {
    if (req.http.X-Marquee-Step == "content") {
      return (hash);
    }
    return (pass);
  }

  # RFC 9112 §3.2. Varnish would send the name of the backend instead.
  if (!req.http.Host && req.proto == "HTTP/1.1") {
    return (synth(400, "Host is missing"));
  }

  # Only this file sets these fields.
  unset req.http.X-Marquee-Step;
  unset req.http.X-Marquee-Address;
  unset req.http.X-Marquee-Gzip;
  unset req.http.X-Marquee-Report;

  # Marquee believes these fields from a proxy that it trusts, so none of them may come from a client. Varnish appends
  # the client to X-Forwarded-For.
  unset req.http.Forwarded;
  unset req.http.X-Forwarded-Host;
  unset req.http.X-Forwarded-Proto;

  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403, "This address may not purge"));
    }
    call marquee_purge;
  }

  # Pass if the response depends on more than the arm: Prefer can ask for effects of the mock, and a request should have
  # no body.
  if ((req.method != "GET" && req.method != "HEAD") || req.http.Prefer || req.url ~ "[?&]__"
    || req.http.Transfer-Encoding || (req.http.Content-Length && req.http.Content-Length != "0")) {
    return (pass);
  }
  # A content URL that an app requests itself. The app may keep the response as long as Varnish does.
  if (req.url ~ "^/screens/[A-Za-z0-9][A-Za-z0-9._/-]*\?version=[0-9]+&arm=[^&#]+&format=[^&#]+&rendition=[A-Za-z0-9_-]+$") {
    set req.http.X-Marquee-Step = "address";
    set req.http.X-Marquee-Address = req.url;
    return (hash);
  }
  if (req.url ~ "^/screens/[A-Za-z0-9][A-Za-z0-9._/-]*(?<!/arm|/explain|/events)(?:\?[^#]*)?$") {
    set req.http.X-Marquee-Step = "arm";
  }
  return (pass);
}

# Removes all objects that have one of the keys in the field Surrogate-Key.
sub marquee_purge {
  # Allow only the characters of keys, because the list becomes part of a regular expression.
  if (req.http.Surrogate-Key !~ "^[A-Za-z0-9._/*-]+(?: [A-Za-z0-9._/*-]+)*$") {
    return (synth(400, "Name the keys in the field Surrogate-Key, with a space between two"));
  }
  set req.http.X-Marquee-Address = regsuball(regsuball(req.http.Surrogate-Key, "([.*])", "\\\1"), " ", "|");
  if (std.ban("obj.http.Surrogate-Key ~ (?:^|\s)(?:" + req.http.X-Marquee-Address + ")(?:\s|$)")) {
    return (synth(200, "Purged"));
  }
  return (synth(500, std.ban_error()));
}

sub vcl_hash {
  if (req.http.X-Marquee-Address) {
    hash_data(req.http.X-Marquee-Address);
  } else {
    hash_data(req.url);
  }
  # Marquee compresses, and each coding has its own entity tag. With one object for both codings, Varnish would weaken
  # the tag. Before it calls this function, Varnish reduces Accept-Encoding to "gzip" or nothing.
  unset req.http.X-Marquee-Gzip;
  if (req.http.Accept-Encoding) {
    hash_data("gzip");
    set req.http.X-Marquee-Gzip = "yes";
  }
  return (lookup);
}

sub vcl_backend_fetch {
  if (bereq.http.X-Marquee-Step == "arm") {
    # HEAD: the field Link is enough. The request is unconditional, because a 304 would have no Link.
    set bereq.method = "HEAD";
    set bereq.url = regsub(bereq.url, "^([^?]+)", "\1/arm");
    unset bereq.http.If-None-Match;
    unset bereq.http.If-Modified-Since;
  } else if (bereq.http.X-Marquee-Address) {
    set bereq.url = bereq.http.X-Marquee-Address;
    # Send nothing that belongs to one user. Marquee needs Accept-View-Types and Client-Release to find content for an
    # app that is not registered; the digest in the content URL makes sure that it is the right one.
    unset bereq.http.Screen-User;
    unset bereq.http.Screen-Avoid;
    unset bereq.http.Authorization;
    unset bereq.http.Cookie;
    if (!bereq.http.X-Marquee-Gzip) {
      unset bereq.http.Accept-Encoding;
    }
  }
  unset bereq.http.X-Marquee-Step;
  unset bereq.http.X-Marquee-Address;
  unset bereq.http.X-Marquee-Gzip;
  unset bereq.http.X-Marquee-Report;
  return (fetch);
}

sub vcl_backend_response {
  if (!bereq.uncacheable && (beresp.status != 200 || beresp.http.Cache-Control !~ "immutable")) {
    # Marquee does not know this content URL (any more, or not yet). The next request asks again; for 10 s, requests for
    # it do not wait for each other.
    set beresp.ttl = 10s;
    set beresp.uncacheable = true;
  }
  return (deliver);
}

sub vcl_deliver {
  if (req.http.X-Marquee-Step == "arm") {
    if (resp.status == 200 && resp.http.Link ~ {"^</screens/[^>]+>; rel="alternate"$"}) {
      set req.http.X-Marquee-Step = "content";
      set req.http.X-Marquee-Address = regsub(resp.http.Link, "^<([^>]+)>.*$", "\1");
      if (resp.http.Screen-Report) {
        set req.http.X-Marquee-Report = resp.http.Screen-Report;
      }
    } else {
      # Marquee names no content URL, or reports a problem. Send the original request to Marquee.
      set req.http.X-Marquee-Step = "origin";
    }
    return (restart);
  }
  if (req.http.X-Marquee-Step == "content") {
    if (resp.status != 200) {
      unset req.http.X-Marquee-Address;
      set req.http.X-Marquee-Step = "origin";
      return (restart);
    }
    # Under the URL that the app requested, the content changes with the next version, and differs between users.
    set resp.http.Cache-Control = "no-cache";
    set resp.http.Vary = regsub(resp.http.Vary, "^Accept-Encoding", "Accept-Encoding, Screen-User, Accept-View-Types, Client-Release");
    # The content URL names the language, which the URL that the app requested may not.
    if (resp.http.Content-Language) {
      set resp.http.Vary = resp.http.Vary + ", Accept-Language";
    }
    unset resp.http.Age;
    # During a rollout, an app reports with a token of its user.
    if (req.http.X-Marquee-Report) {
      set resp.http.Screen-Report = req.http.X-Marquee-Report;
    }
  }
  # Varnish compares the whole field, but it may be a list of entity tags, or an asterisk.
  if (req.http.If-None-Match == "*" || std.strstr(req.http.If-None-Match, resp.http.ETag)) {
    set req.http.If-None-Match = resp.http.ETag;
  }
  # RFC 9211.
  if (obj.hits > 0) {
    set resp.http.Cache-Status = "varnish; hit";
  } else if (req.http.X-Marquee-Address) {
    set resp.http.Cache-Status = "varnish; fwd=uri-miss";
  } else {
    set resp.http.Cache-Status = "varnish; fwd=bypass";
  }
  return (deliver);
}
